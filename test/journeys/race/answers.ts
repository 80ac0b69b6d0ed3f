import { type Content, contentIn, sameContent, together } from './content.ts'
import type { Told } from './race-client.ts'

type Shortfall = { id: number; box: string | null; diff: number }
export type OrderRecord = {
  id: number
  reference: string | null
  content: { id: number; box: string; quantity: number }[]
  children: Record<string, OrderRecord>
  errors?: Shortfall[]
}

/** What is wrong with an answer that says yes: it must give what was asked for, less what it says is short. */
export function faultInOrder(record: OrderRecord, asked: Content, partial: boolean): string | undefined {
  const given = contentIn(record)
  const short = contentIn({
    content: (record.errors ?? []).map(({ id, box, diff }) => ({ id, box, quantity: diff })),
  })
  if (!partial && record.errors) return `order ${record.id} is short of ${JSON.stringify(short)}`
  if (!sameContent(together([given, short]), asked))
    return `order ${record.id} has ${JSON.stringify(given)}, asked for ${JSON.stringify(asked)}`
  return isWhole(record) ? undefined : `the children of order ${record.id} are not the whole`
}

/** The children of a split order hold together what their parent holds. */
export function isWhole(record: OrderRecord): boolean {
  const children = Object.values(record.children)
  return children.length === 0 || sameContent(together(children.map(contentIn)), contentIn(record))
}

/** What is wrong with an answer that says no: it must be about a line that was asked for, in the words of the document. */
export function faultInRefusal({ status, body }: Told, asked: Content, names: Map<number, string>) {
  const { message = '' } = body as { message?: string }
  const isTrue = Object.entries(asked).some(([goods, count]) => {
    const wineId = Number.parseInt(goods, 10)
    if (message === `No bottle exist for wine ${wineId} and format 0.75`) return true
    const [, most, wine] =
      /^Vous ne pouvez pas sortir plus de (\d+) bouteille\(s\) de (.+) 2019 0\.75$/.exec(message) ?? []
    return Number(most) < count && wine === names.get(wineId)
  })
  return status === 400 && isTrue
    ? undefined
    : `${status} ${JSON.stringify(body)} for ${JSON.stringify(asked)}`
}
