import * as v from 'valibot'

/** What every order of a test may say: how long a call waits (ms), and how many calls it is for. */
export const orderEntries = {
  target: v.pipe(v.string(), v.nonEmpty()),
  delayMs: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(60_000)), 0),
  times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000)), 1),
}

/** What tests order for the next calls, one queue per target. `read` throws what its service answers to a wrong order. */
export const createPlannedOrders = <T extends { target: string; times: number }>(
  read: (input: unknown) => T,
) => {
  const orders = new Map<string, T[]>()

  const order = (input: unknown) => {
    const planned = read(input)
    const { target, times } = planned
    const repeated = Array.from({ length: times }, () => planned)
    orders.set(target, [...(orders.get(target) ?? []), ...repeated])
  }

  /** What is ordered for this call: what its request says itself, else the next in the queue. */
  const take = (target: string, own?: unknown) =>
    own === undefined ? orders.get(target)?.shift() : read(own)

  return { order, take, forget: () => orders.clear() }
}
