import type { DeviceOutbox, Outbox } from '../outbox.ts'

/** The outbox as the screens of the signed-in customer see it. Most tests use it. */
export const outboxAt = (outbox: DeviceOutbox, customer: () => string | undefined): DeviceOutbox & Outbox => {
  const mine = () => outbox.forCustomer(customer() ?? 'nobody')
  return {
    ...outbox,
    add: (name, payload, owner?: { customer: string }) =>
      owner ? outbox.add(name, payload, owner) : mine().add(name, payload),
    replace: (...given) => mine().replace(...given),
    retry: (key) => mine().retry(key),
    remove: (key) => mine().remove(key),
    discard: () => mine().discard(),
    sendAgain: (...given) => mine().sendAgain(...given),
    entries: () => mine().entries(),
    copies: () => mine().copies(),
    newestCopy: () => mine().newestCopy(),
    receipts: () => mine().receipts(),
    journal: () => mine().journal(),
  }
}
