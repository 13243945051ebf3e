import { hashBody, readEntry } from '../entry/entry.ts'
import type { Fault } from './faults.ts'
import { createInMemoryLocks } from './in-memory-locks.ts'
import { createInMemoryProductApi } from './in-memory-product-api.ts'
import { openTabOn, type Device, type Tab } from './in-memory-tab.ts'
import { createTurns } from './in-memory-turns.ts'
import { createMemoryDisk, createMemoryStore, type MemoryDisk } from './memory-store.ts'
import type { OutboxStore } from '../store/outbox-store.ts'

/** One device with its disk, its tabs, the server, and the order of all events. */
export type World = ReturnType<typeof createWorldOn>

/** A short, deterministic hash: these tests hash a million bodies. */
const hash = async (body: unknown): Promise<string> => {
  let sum = 0x811c9dc5
  for (const letter of JSON.stringify(body)) sum = Math.imul(sum ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return (sum >>> 0).toString(16).padStart(64, '0')
}

/** The product API of a world: in memory, or the real one. */
export type WorldServer = {
  /** The customer of the product session in this browser's cookie. */
  session: string | undefined
  fetch: (url: string, init?: RequestInit) => Promise<Response>
}

type Nature = {
  random: () => number
  /** Called once per request. */
  chooseFault: () => Fault
  /** Picks which of `count` due pieces of work runs first. Defaults to the oldest. */
  choosePlace?: (count: number) => number
  /** The number of entries from which on they share one request. */
  minBatchSize?: number
}

/** A world with an in-memory server. */
export const createWorld = (nature: Nature) =>
  createWorldOn(createInMemoryProductApi({ hash }), { ...nature, hash })

/** The state of person, phone and disk that tests can change. */
const createState = <S extends WorldServer>(server: S, disk: MemoryDisk) => ({
  disk,
  server,
  now: 1_700_000_000_000,
  customer: undefined as string | undefined,
  /** Whether the device lacks room for the reserve. */
  isFull: false,
  /** The number of next writes that fail because the disk is full. */
  fullFor: 0,
  /** Whether the disk cannot be read. */
  isUnreadable: false,
  /** Whether the account allows a session to be reopened; undefined: every second time. */
  renews: undefined as boolean | undefined,
  /** Whether the provider is unreachable, so that `renews` cannot be determined. */
  isProviderAway: false,
  /** Called with the customer whose session is to be reopened. */
  renewsFor: (_customer: string): void => undefined,
  /** Whether our server responds to a probe. */
  isServerReachable: false,
  /** Keys of entries that a coach deleted with `discard`. */
  discarded: new Set<string>(),
  /** The highest number of tabs that ever sent at the same time. */
  maxSenders: 0,
})
type State = ReturnType<typeof createState>

/** Wraps a store so that it can be full or unreadable for a while. Records entries that a coach discards. */
const noticing = (store: OutboxStore, state: State): OutboxStore => {
  const whereRoomIs = async <T>(write: () => Promise<T>): Promise<T> => {
    const refusal = state.fullFor > 0 ? new DOMException('', 'QuotaExceededError') : undefined
    state.fullFor -= 1
    if (refusal) throw refusal
    return write()
  }
  return {
    ...store,
    read: async (customer) => {
      if (state.isUnreadable) throw new DOMException('', 'UnknownError')
      return store.read(customer)
    },
    capture: (draft) => whereRoomIs(() => store.capture(draft)),
    restore: (entry, at) => whereRoomIs(() => store.restore(entry, at)),
    discard: (customer, at) => {
      for (const entry of [...state.disk.rows.values()].map(readEntry)) {
        if (entry.customer === customer) state.discarded.add(entry.key)
      }
      return store.discard(customer, at)
    },
  }
}

/** A world around a server. Pass `hash` if the server's hash is not SHA-256. */
export const createWorldOn = <S extends WorldServer>(
  server: S,
  {
    random,
    chooseFault,
    choosePlace = () => 0,
    hash = hashBody,
    receiptKeys,
    firstKey = 0,
    minBatchSize,
  }: Nature & {
    hash?: (body: unknown) => Promise<string>
    receiptKeys?: Map<string, unknown>
    /** The first number for keys. Worlds on the same server need different keys. */
    firstKey?: number
  },
) => {
  const disk = createMemoryDisk()
  const turns = createTurns(choosePlace)
  const locks = createInMemoryLocks()
  const sessionListeners = new Set<() => void>()
  const storageListeners = new Set<() => void>()
  const sending = new Set<object>()
  let keys = firstKey
  const state = createState(server, disk)

  const world = Object.assign(state, {
    signIn: (customer: string | undefined) => {
      state.customer = customer
      server.session = customer
      for (const listener of sessionListeners) listener()
    },
    /** Simulates that the user clears the storage of the site. */
    clearStorage: () => {
      Object.assign(disk, createMemoryDisk())
      for (const listener of storageListeners) listener()
    },
    /** Runs one piece of due work; false if nothing is due. */
    step: async (): Promise<boolean> => {
      const next = await turns.next()
      state.now += 1
      next?.()
      return next !== undefined
    },
    openTab: (): Tab => openTabOn(device),
    /** The locks of the device, for other contexts than its tabs. */
    locks,
  })

  const device: Device = {
    turns,
    store: noticing(createMemoryStore(disk), state),
    locks,
    fetch: (url, init) => server.fetch(url, init),
    hash,
    random,
    chooseFault,
    receiptKeys,
    minBatchSize,
    sending,
    sent: () => {
      state.maxSenders = Math.max(state.maxSenders, sending.size)
    },
    onSession: (listener) => {
      sessionListeners.add(listener)
      return () => sessionListeners.delete(listener)
    },
    onStorageLost: (listener) => {
      storageListeners.add(listener)
      return () => void storageListeners.delete(listener)
    },
    customer: () => state.customer,
    now: () => state.now,
    moment: async () => ({ device: state.now, corrected: state.now, zone: 'UTC' }),
    newKey: () => `00000000-0000-7000-8000-${String((keys += 1)).padStart(12, '0')}`,
    renewSession: async (customer) => {
      state.renewsFor(customer)
      if (state.isProviderAway) return undefined
      if (!(state.renews ?? random() >= 0.5)) return false
      server.session = state.customer
      return state.customer !== undefined
    },
    isServerReachable: async () => state.isServerReachable,
    space: {
      freeMedia: async () => undefined,
      ensureReserve: async () => !state.isFull,
      releaseReserve: async () => undefined,
    },
  }
  return world
}
