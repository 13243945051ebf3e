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
    readEntries: () => mine().readEntries(),
    readCopies: () => mine().readCopies(),
    readNewestCopyId: () => mine().readNewestCopyId(),
    readReceipts: () => mine().readReceipts(),
    readJournal: () => mine().readJournal(),
  }
}
