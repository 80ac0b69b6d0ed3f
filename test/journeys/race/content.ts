/** How many bottles of what: `<wine id>|<box code>`, all of 0.75 l. The code is empty for loose bottles. */
export type Content = Readonly<Record<string, number>>

export const goods = (wineId: number, boxCode = ''): string => `${wineId}|${boxCode}`

const sum = (content: Content): number => Object.values(content).reduce((total, count) => total + count, 0)

export const sameContent = (one: Content, other: Content): boolean =>
  sum(one) === sum(other) && Object.entries(one).every(([name, count]) => other[name] === count)

/** The sum of several contents, goods by goods. */
export function together(contents: readonly Content[]): Content {
  const total: Record<string, number> = {}
  for (const content of contents)
    for (const [name, count] of Object.entries(content)) total[name] = (total[name] ?? 0) + count
  return total
}

type Line = { id: number; box: string | null; quantity: number }

/** The content of a get out request as the wire tells it. */
export const contentIn = (record: { content: readonly Line[] }): Content =>
  together(record.content.map(({ id, box, quantity }) => ({ [goods(id, box ?? '')]: quantity })))

/**
 * The body that asks for a content, lines in their sequence or the other way round. It is put together as text, because an object
 * would sort the numbers.
 */
export function bodyFor(content: Content, more: Record<string, unknown>, reversed = false): string {
  const entries = Object.entries(content).map(([name, count]) => {
    const [wineId = '', boxCode = ''] = name.split('|')
    return { boxCode, text: `"${wineId}":{"0.75":${count}}` }
  })
  if (reversed) entries.reverse()
  const byBox = Map.groupBy(entries, ({ boxCode }) => boxCode)
  const textOf = (boxCode: string) => (byBox.get(boxCode) ?? []).map(({ text }) => text).join(',')
  const boxes = [...byBox.keys()].filter(Boolean).map((code) => `"${code}":{${textOf(code)}}`)
  const rest = Object.entries(more).map(([name, value]) => `"${name}":${JSON.stringify(value)}`)
  return `{${[`"bottles":{${textOf('')}}`, `"boxes":{${boxes.join(',')}}`, ...rest].join(',')}}`
}
