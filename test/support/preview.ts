/** What v2 would have answered, as answers of v1 carry it for those who ask. */
export type Preview = { request: string | null; status: number | null; note?: string; body: unknown }
type Previewed = { preview_v2?: Preview }

/** An answer of v1 as its document has it: the preview of v2 is told beside the document. */
export function withoutPreview(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(withoutPreview)
  if (typeof body !== 'object' || body === null) return body
  const { preview_v2: _preview, ...answer } = body as Previewed
  return answer
}

/** The previews in an answer, whether it is a record or a list. */
export const previewsIn = (body: unknown): Preview[] =>
  [body as Previewed].flat().flatMap(({ preview_v2: preview }) => (preview ? [preview] : []))
