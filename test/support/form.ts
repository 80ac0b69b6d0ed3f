import type { Keys, Reply } from './service.ts'

/** A part of a form, written to the byte as told: no library makes it tidy on the way. */
export type Part = { field?: string; name?: string; type?: string; content: string | Buffer }

const boundary = '----caveau-test-3f9a'
export const formType = `multipart/form-data; boundary=${boundary}`
export const formEnd = `\r\n--${boundary}--\r\n`

export function partHead({ field = 'files', name, type }: Omit<Part, 'content'>): string {
  const filename = name === undefined ? '' : `; filename="${name}"`
  const contentType = type === undefined ? '' : `\r\nContent-Type: ${type}`
  return `\r\n--${boundary}\r\nContent-Disposition: form-data; name="${field}"${filename}${contentType}\r\n\r\n`
}

export const formOf = (parts: readonly Part[]): Buffer =>
  Buffer.concat([
    ...parts.flatMap(({ content, ...head }) => [Buffer.from(partHead(head)), Buffer.from(content)]),
    Buffer.from(formEnd),
  ])

export const keyHeaders = ({ accessKey, secretKey }: Keys) => ({ AccessKey: accessKey, SecretKey: secretKey })

/** Sends a form, or any other bytes under any other content type. */
export async function sendForm(
  url: string,
  body: readonly Part[] | Buffer,
  headers: Record<string, string>,
): Promise<Reply> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': formType, ...headers },
    body: Buffer.isBuffer(body) ? body : formOf(body),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text,
    body: JSON.parse(text),
  }
}
