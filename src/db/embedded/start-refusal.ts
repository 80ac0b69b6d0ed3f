import { StartRefusal } from '../../start-refusal.ts'

export { StartRefusal }

const reasons: Record<string, string> = {
  EACCES: 'this process may not read or write it',
  EPERM: 'this process may not read or write it',
  EROFS: 'it is on a read-only disk',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'a file with that name is in the way',
  ENOENT: 'a part of the path is missing',
}

/** Turns the failures that a person can do something about into a sentence that names the folder. */
export async function refusingFor<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const reason = reasons[errorCode(error) ?? '']
    if (error instanceof StartRefusal || !reason) throw error
    throw new StartRefusal(`The folder ${folder} cannot be used for the database: ${reason}.`, {
      cause: error,
    })
  }
}

export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

export function undefinedWhen(...codes: string[]) {
  return (error: unknown): undefined => {
    if (!codes.includes(errorCode(error) ?? '')) throw error
  }
}
