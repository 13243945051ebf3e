import { createProductApiClient, type ProductApiClient } from '../../contract/product-api-client.ts'
import { createCheckReceipt, isSigned, type CheckReceipt } from '../receipts/check-receipt.ts'
import { createOutbox, type OutboxDeps } from '../create-outbox.ts'
import { faulty, type Fault } from './faults.ts'
import type { createInMemoryLocks } from './in-memory-locks.ts'
import { playedSignature } from './in-memory-product-api.ts'
import type { Turns } from './in-memory-turns.ts'
import type { DeviceOutbox, Outbox } from '../outbox.ts'
import { outboxAt } from './at-the-tab.ts'
import type { OutboxStore } from '../store/outbox-store.ts'

export type Tab = { outbox: DeviceOutbox & Outbox; kill: () => void }

/** What the tabs of one device share. */
export type Device = {
  turns: Turns
  store: OutboxStore
  locks: ReturnType<typeof createInMemoryLocks>
  fetch: (url: string, init?: RequestInit) => Promise<Response>
  hash: (body: unknown) => Promise<string>
  chooseFault: () => Fault
  /** The stored public keys that verify receipts. Without them receipts are not checked. */
  receiptKeys?: Map<string, unknown> | undefined
  /** The number of entries from which on they share one request. */
  minBatchSize?: number | undefined
  /** The tabs with a request in flight. */
  sending: Set<object>
  sent: () => void
  onSession: (listener: () => void) => () => void
  onStorageLost: (listener: () => void) => () => void
} & Pick<OutboxDeps, 'customer' | 'now' | 'random' | 'moment' | 'space'> &
  Required<Pick<OutboxDeps, 'newKey' | 'renewSession' | 'isServerReachable'>>

const unheard: OutboxDeps['channel'] = {
  postMessage: () => undefined,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
}

/** A tab of a device. Its requests run when their turn comes, and never after the tab was killed. */
export const openTabOn = (device: Device): Tab => {
  let isAlive = true
  const killed = Promise.withResolvers<void>()
  const whenDue: WhenDue = (work) => device.turns.whenDue(() => isAlive, work)

  const fetch = async (url: string, init?: RequestInit): Promise<Response> => {
    if (isAlive) device.sending.add(killed)
    device.sent()
    try {
      const answer = await whenDue(() => faulty(device.chooseFault(), () => device.fetch(url, init)))
      // Request and response take separate turns, because a tab may be killed in between.
      return await whenDue(async () => answer)
    } finally {
      device.sending.delete(killed)
    }
  }
  const api = createProductApiClient({ origin: '', fetch })
  const outbox = createOutbox({
    ...device,
    api,
    store: delayed(device.store, whenDue),
    locks: device.locks.of(killed.promise),
    channel: unheard,
    onSessionChange: (listener) => device.onSession(() => isAlive && listener()),
    renewSession: (customer, since) => whenDue(() => device.renewSession(customer, since)),
    isServerReachable: () => whenDue(device.isServerReachable),
    isOnline: () => true,
    onStorageLost: (listener) => device.onStorageLost(() => isAlive && listener()),
    device: async () => '00000000-0000-4000-8000-000000000000',
    hash: (body) => device.turns.busy(device.hash(body)),
    checkReceipt: createChecker(device, api),
    wait: async () => undefined,
    log: { warn: () => undefined, error: () => undefined },
  })
  return {
    outbox: outboxAt(outbox, device.customer),
    kill: () => {
      isAlive = false
      device.sending.delete(killed)
      killed.resolve()
      outbox.close()
    },
  }
}

const createChecker = ({ receiptKeys, turns }: Device, api: ProductApiClient): CheckReceipt => {
  if (!receiptKeys) return async ({ signature }) => signature === playedSignature
  return createCheckReceipt({
    api,
    values: {
      read: async (key) => receiptKeys.get(key),
      write: async (key, value) => void receiptKeys.set(key, value),
    },
    verify: (...given) => turns.busy(isSigned(...given)),
  })
}

type WhenDue = <T>(work: () => Promise<T>) => Promise<T>

const delayed = (store: OutboxStore, whenDue: WhenDue): OutboxStore => ({
  capture: (draft) => whenDue(() => store.capture(draft)),
  read: (customer) => whenDue(() => store.read(customer)),
  find: (key) => whenDue(() => store.find(key)),
  update: (key, decide) => whenDue(() => store.update(key, decide)),
  endWait: (isOver) => whenDue(() => store.endWait(isOver)),
  addNote: (entry, note) => whenDue(() => store.addNote(entry, note)),
  restore: (entry, at) => whenDue(() => store.restore(entry, at)),
  replace: (key, draft) => whenDue(() => store.replace(key, draft)),
  discard: (customer, at) => whenDue(() => store.discard(customer, at)),
  sendAgain: (isLost, at) => whenDue(() => store.sendAgain(isLost, at)),
  readCopies: (customer) => whenDue(() => store.readCopies(customer)),
  readNewestCopyId: () => whenDue(() => store.readNewestCopyId()),
  deleteOlderCopies: () => whenDue(() => store.deleteOlderCopies()),
  forgetOtherCustomers: (signedIn) => whenDue(() => store.forgetOtherCustomers(signedIn)),
  readReceipts: (customer) => whenDue(() => store.readReceipts(customer)),
  readJournal: (customer) => whenDue(() => store.readJournal(customer)),
})
