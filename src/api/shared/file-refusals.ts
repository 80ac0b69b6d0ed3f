import type { Problem } from '../../core/problems.ts'
import type { Failure } from './failures.ts'

type FileProblem = Extract<Problem, { code: 'file_type_invalid' | 'file_too_large' }>

const accepted = 'csv, html, doc, xls, ppt, rtf, pdf, ods, odt, gif, jpg, png and bmp'

export function describeFile(problem: FileProblem): Failure {
  const { code: name, name: fileName } = problem
  const message =
    problem.code === 'file_type_invalid'
      ? `The file ${fileName} is of a type that is not accepted, or is not what its name says. Accepted are ${accepted}.`
      : `The file ${fileName} is larger than ${problem.largestFileBytes / 1024 / 1024} MiB.`
  return { status: 400, name, message, details: [{ field: 'files', message }] }
}
