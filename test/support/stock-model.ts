import { type OrderLine, sumLines } from '../../src/core/orders/new-order.ts'

export type Goods = Omit<OrderLine, 'quantity'>
const keyOf = ({ wineId, formatMl, boxCode }: Goods) => `${wineId} ${formatMl} ${boxCode}`

/** The whole of the stock rules in numbers: what is free, and what each order holds. */
export class StockModel {
  readonly orders = new Map<number, OrderLine[]>()
  readonly #free = new Map<string, number>()

  store(goods: OrderLine): void {
    this.#free.set(keyOf(goods), (this.#free.get(keyOf(goods)) ?? 0) + goods.quantity)
  }

  freeCount(): number {
    return [...this.#free.values()].reduce((sum, count) => sum + count, 0)
  }

  /** What an order for these lines gets when `own` is given back first; undefined when it is refused. */
  outcome(lines: readonly OrderLine[], allowPartial: boolean, own: readonly OrderLine[] = []) {
    const held = new Map(own.map((each) => [keyOf(each), each.quantity]))
    const got = sumLines(lines).map((asked) => {
      const there = (this.#free.get(keyOf(asked)) ?? 0) + (held.get(keyOf(asked)) ?? 0)
      return { asked: asked.quantity, line: { ...asked, quantity: Math.min(there, asked.quantity) } }
    })
    const isShort = got.some(({ asked, line }) => line.quantity < asked)
    const taken = got.map(({ line }) => line).filter(({ quantity }) => quantity > 0)
    return isShort && (!allowPartial || taken.length === 0) ? undefined : taken
  }

  write(id: number, lines: OrderLine[]): void {
    this.remove(id)
    this.orders.set(id, lines)
    for (const line of lines) this.store({ ...line, quantity: -line.quantity })
  }

  remove(id: number): void {
    for (const line of this.orders.get(id) ?? []) this.store(line)
    this.orders.delete(id)
  }
}
