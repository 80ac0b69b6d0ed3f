export type Encoding = 'utf-8' | 'utf-8-bom' | 'utf-16le' | 'utf-16be' | 'windows-1252'

const marks: [Encoding, Buffer][] = [
  ['utf-8-bom', Buffer.of(0xef, 0xbb, 0xbf)],
  ['utf-16le', Buffer.of(0xff, 0xfe)],
  ['utf-16be', Buffer.of(0xfe, 0xff)],
]
// Enough for the longest mark, and to tell an archive.
const headBytes = 4

const decoderOf = (encoding: Encoding, fatal: boolean) =>
  new TextDecoder(encoding === 'utf-8-bom' ? 'utf-8' : encoding, { fatal })

const isWide = (encoding: Encoding) => encoding.startsWith('utf-16')

/**
 * Finds out how a text is encoded while its bytes pass. A letter that is not UTF-8 may stand in the last line, so only the end of the
 * bytes brings the answer.
 */
export class EncodingWatch {
  #head = Buffer.alloc(0)
  #supposed: Encoding | undefined
  #decoder: ReturnType<typeof decoderOf> | undefined
  #isValid = true
  #hasNul = false

  next(chunk: Buffer): void {
    if (this.#decoder) this.#examine(chunk)
    else this.#head = Buffer.concat([this.#head, chunk])
    if (!this.#decoder && this.#head.length >= headBytes) this.#begin()
  }

  /** The encoding, or in words why the bytes are no text. */
  end(): { encoding: Encoding } | { problem: string } {
    if (!this.#decoder) this.#begin()
    this.#examine(Buffer.alloc(0), true)
    const encoding = this.#supposed ?? 'utf-8'
    if (this.#head.toString('latin1').startsWith('PK\x03\x04'))
      return { problem: 'The file is a spreadsheet or an archive. Save it as CSV and send that.' }
    if (this.#hasNul)
      return { problem: 'The file holds NUL bytes, so it is no text. Save it as CSV in UTF-8 and send that.' }
    if (this.#isValid) return { encoding }
    if (encoding === 'utf-8') return { encoding: 'windows-1252' }
    const name = isWide(encoding) ? 'UTF-16' : 'UTF-8'
    return {
      problem: `The file begins with the mark of ${name}, and is not ${name} throughout. Save it again and send that.`,
    }
  }

  #begin(): void {
    const [encoding] = marks.find(([, mark]) => this.#head.subarray(0, mark.length).equals(mark)) ?? [
      'utf-8' as const,
    ]
    this.#supposed = encoding
    this.#decoder = decoderOf(encoding, true)
    this.#examine(this.#head)
  }

  #examine(chunk: Buffer, isLast = false): void {
    if (!isWide(this.#supposed ?? 'utf-8') && chunk.includes(0)) this.#hasNul = true
    if (!this.#isValid) return
    try {
      this.#decoder?.decode(chunk, { stream: !isLast })
    } catch {
      this.#isValid = false
    }
  }
}

/** The text of the bytes with every end of a line, be it CRLF, LF or CR, as one LF. */
export async function* decodeText(
  bytes: AsyncIterable<Buffer>,
  encoding: Encoding,
): AsyncGenerator<string, void, undefined> {
  const decoder = decoderOf(encoding, false)
  let held = ''
  const unify = (text: string) => text.replaceAll(/\r\n?/g, '\n')
  for await (const chunk of bytes) {
    const text = held + decoder.decode(chunk, { stream: true })
    // Whether a CR stands alone is known when the next character is there.
    held = text.endsWith('\r') ? '\r' : ''
    const complete = unify(held ? text.slice(0, -1) : text)
    if (complete !== '') yield complete
  }
  const rest = unify(held + decoder.decode())
  if (rest !== '') yield rest
}
