import { createProductApiClient, type ProductApiClient } from '../contract/product-api-client.ts'
import { bodyHash } from './body-hash.ts'
import { createCheckReceipt, isSigned, type CheckReceipt } from './check-receipt.ts'
import { createOutbox } from './create-outbox.ts'
import { readEntry } from './entry.ts'
import { faulty, type Fault } from './faults.ts'
import { createInMemoryLocks } from './in-memory-locks.ts'
import { createInMemoryProductApi, playedSignature } from './in-memory-product-api.ts'
import { createMemoryDisk, createMemoryStore } from './memory-store.ts'
import type { Outbox } from './outbox.ts'
import type { OutboxStore } from './outbox-store.ts'

/** One device with its disk, the tabs on it, the server, and the order in which everything happens. */
export type World = ReturnType<typeof createWorldOn>
export type Tab = { outbox: Outbox; kill: () => void }

/** Node's, after everything that promises have to say; these files are compiled for the browser. */
declare const setImmediate: (callback: () => void) => void

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
}

/** A world whose server is played in memory. */
export const createWorld = (nature: Nature) =>
  createWorldOn(createInMemoryProductApi({ hash }), { ...nature, hash })

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
  }: Nature & {
    hash?: (body: unknown) => Promise<string>
    /** Where the keys are kept that receipts are checked by; without it nothing is checked. */
    receiptKeys?: Map<string, unknown>
    /** Keys count from here: those of other worlds on the same server are others. */
    firstKey?: number
  },
) => {
  const disk = createMemoryDisk()
  const discarded = new Set<string>()
  const working = new Set<Promise<unknown>>()
  const locks = createInMemoryLocks()
  const sessionListeners = new Set<() => void>()
  const due: { isAlive: () => boolean; run: () => void }[] = []
  const sending = new Set<object>()
  let keys = firstKey

  const world = {
    disk,
    server,
    now: 1_700_000_000_000,
    customer: undefined as string | undefined,
    /** There is no room on the device for the reserve. */
    isFull: false,
    /** So many captures find no room on the disk. */
    fullFor: 0,
    /** Keys of entries that a coach threw away with all others. */
    discarded,
    /** The most tabs that ever sent at the same time. */
    mostSenders: 0,
    signIn: (customer: string | undefined) => {
      world.customer = customer
      server.session = customer
      for (const listener of sessionListeners) listener()
    },
    /** Lets one of the things happen that are due; false when none is. */
    step: async (): Promise<boolean> => {
      // What happened before has its effects, until all of them wait for something that is due.
      await new Promise<void>((resolve) => setImmediate(resolve))
      while (working.size > 0) {
        await Promise.allSettled(working)
        await new Promise<void>((resolve) => setImmediate(resolve))
      }
      const alive = due.filter(({ isAlive }) => isAlive())
      due.length = 0
      due.push(...alive)
      const [next] = due.splice(choosePlace(due.length), 1)
      world.now += 1
      next?.run()
      return next !== undefined
    },
    openTab: (): Tab => openTab(),
  }

  /** Work that is done elsewhere, and that the next step waits for. */
  const busy = <T>(work: Promise<T>): Promise<T> => {
    const done = work.finally(() => working.delete(done))
    working.add(done)
    return done
  }

  const noticing = (store: OutboxStore): OutboxStore => ({
    ...store,
    capture: async (draft) => {
      const refusal = world.fullFor > 0 ? new DOMException('', 'QuotaExceededError') : undefined
      world.fullFor -= 1
      if (refusal) throw refusal
      return store.capture(draft)
    },
    discard: (customer, at) => {
      for (const entry of [...disk.rows.values()].map(readEntry)) {
        if (entry.customer === customer) discarded.add(entry.key)
      }
      return store.discard(customer, at)
    },
  })

  const checkerOf = (api: ProductApiClient, values: Map<string, unknown>): CheckReceipt =>
    createCheckReceipt({
      api,
      values: {
        read: async (key) => values.get(key),
        write: async (key, value) => void values.set(key, value),
      },
      verify: (...given) => busy(isSigned(...given)),
    })

  const openTab = (): Tab => {
    let alive = true
    const killed = Promise.withResolvers<void>()
    const isAlive = () => alive
    /** A dead tab's work is never done. */
    const whenDue = <T>(work: () => Promise<T>): Promise<T> =>
      new Promise((resolve, reject) =>
        due.push({
          isAlive,
          run: () => void busy(work()).then(resolve, reject),
        }),
      )
    const client = createProductApiClient({
      origin: '',
      fetch: async (url, init) => {
        if (alive) sending.add(killed)
        world.mostSenders = Math.max(world.mostSenders, sending.size)
        try {
          const answer = await whenDue(() => faulty(chooseFault(), () => server.fetch(url, init)))
          // The way there and the way back are two moments: a tab may die in between.
          return await whenDue(async () => answer)
        } finally {
          sending.delete(killed)
        }
      },
    })
    const outbox = createOutbox({
      store: delayed(noticing(createMemoryStore(disk)), whenDue),
      api: client,
      locks: locks.of(killed.promise),
      channel: {
        postMessage: () => undefined,
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      },
      customer: () => world.customer,
      onSessionChange: (listener) => {
        const heard = () => alive && listener()
        sessionListeners.add(heard)
        return () => sessionListeners.delete(heard)
      },
      renewSession: () =>
        whenDue(async () => {
          if (random() < 0.5) return false
          server.session = world.customer
          return world.customer !== undefined
        }),
      online: () => true,
      device: async () => '00000000-0000-4000-8000-000000000000',
      moment: async () => ({ device: world.now, corrected: world.now, zone: 'UTC' }),
      newKey: () => `00000000-0000-7000-8000-${String((keys += 1)).padStart(12, '0')}`,
      hash: (body) => busy(hash(body)),
      checkReceipt: receiptKeys
        ? checkerOf(client, receiptKeys)
        : async ({ signature }) => signature === playedSignature,
      room: {
        freeMedia: async () => undefined,
        keepReserve: async () => !world.isFull,
        releaseReserve: async () => undefined,
      },
      wait: async () => undefined,
      now: () => world.now,
      random,
      log: { warn: () => undefined, error: () => undefined },
    })
    return {
      outbox,
      kill: () => {
        alive = false
        sending.delete(killed)
        killed.resolve()
        outbox.close()
      },
    }
  }
  return world
}

type WhenDue = <T>(work: () => Promise<T>) => Promise<T>

const delayed = (store: OutboxStore, whenDue: WhenDue): OutboxStore => ({
  capture: (draft) => whenDue(() => store.capture(draft)),
  read: (customer) => whenDue(() => store.read(customer)),
  find: (key) => whenDue(() => store.find(key)),
  settle: (key, decide) => whenDue(() => store.settle(key, decide)),
  restore: (entry, at) => whenDue(() => store.restore(entry, at)),
  replace: (key, draft) => whenDue(() => store.replace(key, draft)),
  discard: (customer, at) => whenDue(() => store.discard(customer, at)),
  receipts: (customer) => whenDue(() => store.receipts(customer)),
  journal: (customer) => whenDue(() => store.journal(customer)),
})
