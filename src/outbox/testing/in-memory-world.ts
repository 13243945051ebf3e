import { bodyHash, readEntry } from '../entry/entry.ts'
import type { Fault } from './faults.ts'
import { createInMemoryLocks } from './in-memory-locks.ts'
import { createInMemoryProductApi } from './in-memory-product-api.ts'
import { openTabOn, type Device, type Tab } from './in-memory-tab.ts'
import { createTurns } from './in-memory-turns.ts'
import { createMemoryDisk, createMemoryStore, type MemoryDisk } from './memory-store.ts'
import type { OutboxStore } from '../store/outbox-store.ts'

/** One device with its disk, the tabs on it, the server, and the order in which everything happens. */
export type World = ReturnType<typeof createWorldOn>

/** Short and the same everywhere: these tests hash a million bodies. */
const hash = async (body: unknown): Promise<string> => {
  let sum = 0x811c9dc5
  for (const letter of JSON.stringify(body)) sum = Math.imul(sum ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return (sum >>> 0).toString(16).padStart(64, '0')
}

/** The product API of a world: the one in memory, or the real one. */
export type WorldServer = {
  /** The customer of the product session in this browser's cookie. */
  session: string | undefined
  fetch: (url: string, init?: RequestInit) => Promise<Response>
}

type Nature = {
  random: () => number
  /** Asked once per request */
  chooseFault: () => Fault
  /** Which of so many things that are due happens first; without it the oldest */
  choosePlace?: (count: number) => number
  /** From so many entries on, one request has several. */
  fewestTogether?: number
}

/** A world whose server is played in memory. */
export const createWorld = (nature: Nature) =>
  createWorldOn(createInMemoryProductApi({ hash }), { ...nature, hash })

/** What a person, a phone and its disk may be made to do. */
const createState = <S extends WorldServer>(server: S, disk: MemoryDisk) => ({
  disk,
  server,
  now: 1_700_000_000_000,
  customer: undefined as string | undefined,
  /** There is no room on the device for the reserve. */
  isFull: false,
  /** So much of what is to be kept finds no room on the disk. */
  fullFor: 0,
  /** The disk does not answer. */
  isUnreadable: false,
  /** The account lets a session be opened again; undefined: every second time. */
  renews: undefined as boolean | undefined,
  /** Whether it does cannot be found out. */
  isProviderAway: false,
  /** Called with the customer whose session is to be opened anew. */
  renewsFor: (_customer: string): void => undefined,
  /** Our server answers when it is asked whether it is there. */
  isServerThere: false,
  /** Keys of entries that a coach threw away with all others. */
  discarded: new Set<string>(),
  /** The most tabs that ever sent at the same time. */
  mostSenders: 0,
})
type State = ReturnType<typeof createState>

/** A disk that is full for a while, or does not answer, and that knows what a coach threw away. */
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

/** A world around a server. `hash` where the server's is not SHA-256. */
export const createWorldOn = <S extends WorldServer>(
  server: S,
  {
    random,
    chooseFault,
    choosePlace = () => 0,
    hash = bodyHash,
    receiptKeys,
    firstKey = 0,
    fewestTogether,
  }: Nature & {
    hash?: (body: unknown) => Promise<string>
    receiptKeys?: Map<string, unknown>
    /** Keys count from here: those of other worlds on the same server are others. */
    firstKey?: number
  },
) => {
  const disk = createMemoryDisk()
  const turns = createTurns(choosePlace)
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
    /** Somebody clears the storage of the site. */
    clearStorage: () => {
      Object.assign(disk, createMemoryDisk())
      for (const listener of storageListeners) listener()
    },
    /** Lets one of the things happen that are due; false when none is. */
    step: async (): Promise<boolean> => {
      const next = await turns.next()
      state.now += 1
      next?.()
      return next !== undefined
    },
    openTab: (): Tab => openTabOn(device),
  })

  const device: Device = {
    turns,
    store: noticing(createMemoryStore(disk), state),
    locks: createInMemoryLocks(),
    fetch: (url, init) => server.fetch(url, init),
    hash,
    random,
    chooseFault,
    receiptKeys,
    fewestTogether,
    sending,
    sent: () => {
      state.mostSenders = Math.max(state.mostSenders, sending.size)
    },
    onSession: (listener) => {
      sessionListeners.add(listener)
      return () => sessionListeners.delete(listener)
    },
    onStorageLost: (listener) => void storageListeners.add(listener),
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
    isServerThere: async () => state.isServerThere,
    space: {
      freeMedia: async () => undefined,
      ensureReserve: async () => !state.isFull,
      releaseReserve: async () => undefined,
    },
  }
  return world
}
