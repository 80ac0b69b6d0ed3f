import { type ContentCheck, csvCheck, htmlCheck, oleCheck, signatureCheck } from './file-content.ts'
import { extensionOf } from './file-name.ts'

/** The media types that may be attached; the first of a kind is the one that is kept unless another of it was declared. */
type Kind = {
  types: readonly [string, ...string[]]
  extensions: readonly string[]
  /** Other names under which browsers and mail programs declare it. */
  aliases?: readonly string[]
  check: () => ContentCheck
}

/** The fourteen types of the contract. */
export const acceptedKinds: readonly Kind[] = [
  {
    types: ['text/csv'],
    extensions: ['csv'],
    // Windows declares every CSV file as one of Excel.
    aliases: ['application/csv', 'text/x-csv', 'text/comma-separated-values', 'application/vnd.ms-excel'],
    check: csvCheck,
  },
  { types: ['text/html'], extensions: ['html', 'htm'], check: htmlCheck },
  { types: ['application/msword'], extensions: ['doc'], check: oleCheck('doc') },
  {
    types: ['application/vnd.ms-excel'],
    extensions: ['xls'],
    aliases: ['application/msexcel', 'application/x-msexcel'],
    check: oleCheck('xls'),
  },
  {
    types: ['application/vnd.ms-powerpoint', 'application/mspowerpoint'],
    extensions: ['ppt', 'pps'],
    aliases: ['application/powerpoint', 'application/x-mspowerpoint'],
    check: oleCheck('ppt'),
  },
  {
    types: ['application/rtf'],
    extensions: ['rtf'],
    aliases: ['text/rtf', 'application/x-rtf', 'text/richtext', 'application/msword'],
    check: signatureCheck('rtf'),
  },
  {
    types: ['application/pdf'],
    extensions: ['pdf'],
    aliases: ['application/x-pdf'],
    check: signatureCheck('pdf'),
  },
  {
    types: ['application/vnd.oasis.opendocument.spreadsheet'],
    extensions: ['ods'],
    check: signatureCheck('ods'),
  },
  { types: ['application/vnd.oasis.opendocument.text'], extensions: ['odt'], check: signatureCheck('odt') },
  { types: ['image/gif'], extensions: ['gif'], check: signatureCheck('gif') },
  {
    types: ['image/jpeg'],
    extensions: ['jpg', 'jpeg', 'jpe'],
    aliases: ['image/jpg', 'image/pjpeg'],
    check: signatureCheck('jpeg'),
  },
  { types: ['image/png'], extensions: ['png'], aliases: ['image/x-png'], check: signatureCheck('png') },
  {
    types: ['image/bmp'],
    extensions: ['bmp'],
    aliases: ['image/x-bmp', 'image/x-ms-bmp'],
    check: signatureCheck('bmp'),
  },
]

// What a sender says who does not know. A part without a type counts as plain text by the rules of multipart forms.
const undeclared = ['', 'application/octet-stream', 'binary/octet-stream', 'text/plain']

/**
 * What a file is by its name, together with the check that its bytes must pass; undefined when such a file is not accepted. What
 * the sender declares is never believed on its own, but it must not contradict the name.
 */
export function typeByName(
  name: string,
  declaredType: string,
): { mediaType: string; check: ContentCheck } | undefined {
  const extension = extensionOf(name)
  const kind = acceptedKinds.find(({ extensions }) => extensions.includes(extension))
  if (!kind) return undefined
  const declared = (declaredType.split(';')[0] ?? '').trim().toLowerCase()
  const { types, aliases = [] } = kind
  if (types.includes(declared)) return { mediaType: declared, check: kind.check() }
  if (!undeclared.includes(declared) && !aliases.includes(declared)) return undefined
  return { mediaType: types[0], check: kind.check() }
}
