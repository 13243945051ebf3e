import { createProductApiClient } from '../contract/product-api-client.ts'
import type { ApiErrorCode } from '../contract/errors.ts'
import { createOutbox } from './create-outbox.ts'
import { createInMemoryLocks } from './in-memory-locks.ts'
import { createInMemoryProductApi, refusal } from './in-memory-product-api.ts'
import { createMemoryDisk, createMemoryStore } from './memory-store.ts'
import type { Outbox } from './outbox.ts'
import type { OutboxStore } from './outbox-store.ts'

/** What the network or the server does to one request. */
export type Fault =
  | { is: 'none' | 'no-network' | 'lost-answer' | 'portal' }
  | { is: 'refusal'; code: ApiErrorCode; retryAfter?: number }

/** One device with its disk, the tabs on it, the server, and the order in which everything happens. */
export type World = ReturnType<typeof createWorld>
export type Tab = { outbox: Outbox; kill: () => void }

/** Node's, after everything that promises have to say; these files are compiled for the browser. */
declare const setImmediate: (callback: () => void) => void

/** Short and the same everywhere: these tests hash a million bodies. */
const hash = async (body: unknown): Promise<string> => {
  let sum = 0x811c9dc5
  for (const letter of JSON.stringify(body)) sum = Math.imul(sum ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return (sum >>> 0).toString(16).padStart(64, '0')
}

const faulty = async (fault: Fault, answer: () => Promise<Response>): Promise<Response> => {
  if (fault.is === 'no-network') throw new TypeError('Failed to fetch')
  if (fault.is === 'portal') return new Response('<h1>Welcome to the Wi-Fi</h1>')
  if (fault.is === 'refusal') return refusal(fault.code, fault)
  const answered = await answer()
  if (fault.is === 'lost-answer') throw new TypeError('Failed to fetch')
  return answered
}

/**
 * `chooseFault` is asked once per request, `choosePlace` which of so many things that are due happens first; without it
 * the oldest.
 */
export const createWorld = ({
  random,
  chooseFault,
  choosePlace = () => 0,
}: {
  random: () => number
  chooseFault: () => Fault
  choosePlace?: (count: number) => number
}) => {
  const disk = createMemoryDisk()
  const server = createInMemoryProductApi({ hash })
  const locks = createInMemoryLocks()
  const sessionListeners = new Set<() => void>()
  const due: { isAlive: () => boolean; run: () => void }[] = []
  const sending = new Set<object>()
  let keys = 0

  const world = {
    disk,
    server,
    now: 1_700_000_000_000,
    customer: undefined as string | undefined,
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

  const openTab = (): Tab => {
    let alive = true
    const killed = Promise.withResolvers<void>()
    const isAlive = () => alive
    /** A dead tab's work is never done. */
    const whenDue = <T>(work: () => Promise<T>): Promise<T> =>
      new Promise((resolve, reject) => due.push({ isAlive, run: () => void work().then(resolve, reject) }))
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
      store: delayed(createMemoryStore(disk), whenDue),
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
      hash,
      makeRoom: async () => undefined,
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
  journal: (customer) => whenDue(() => store.journal(customer)),
})
