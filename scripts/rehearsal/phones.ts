import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/*
 * A rehearsal replaces the server's release while phones use it. A *phone* is the app of one release with one
 * signed-in coach, without a browser: its IndexedDB is in memory, and its requests go to the product API.
 */

/**
 * The members of `integration/phone.ts` that a rehearsal needs. Their names must not change, because the
 * phones of older releases have the same names.
 */
export type Phone = {
  customer: string
  /** The keys of all entries that the phone has captured. */
  captured: readonly string[]
  disk: {
    /** The entries that are still in the outbox, by key. */
    rows: ReadonlyMap<string, unknown>
    /** The log of what happened to entries. `code` is that of an error. */
    journal: readonly { happened: string; code?: string }[]
  }
  /** Resolves to whether the sign-in succeeded. */
  signIn: () => Promise<boolean>
  /** Simulates closing the app and opening it again with the same storage. */
  reopen: () => void
  /** Sends the entries that are still in the outbox. */
  deliver: () => Promise<unknown>
  /** Captures an event for each value and sends them together. */
  act: (...values: string[]) => Promise<unknown>
  /** Answers the questions of a module. `words` is the written answer. */
  answer: (words: string) => Promise<unknown>
  /** Watches part of a video, from a position in seconds. */
  watch: (from: number) => Promise<unknown>
  saveImpact: (numberOfPeople: number) => Promise<unknown>
  /** Reads the coach's data from the server. Resolves to the error codes of the calls that failed. */
  read: () => Promise<string[]>
  /** Reports the state of the outbox to the server. Resolves to whether that succeeded. */
  report: () => Promise<boolean>
  /** Whether the signature of each receipt is valid, or undefined if it could not be checked. */
  allSigned: () => Promise<(boolean | undefined)[]>
}

/**
 * What a phone needs. `origin` returns the current origin of the product API. `createToken` creates the token
 * of a coach who has signed in with the provider.
 */
export type PhoneServices = { origin: () => string; createToken: (customerId: string) => Promise<string> }

/**
 * Starts phones with the app of the release in `folder` and signs them in. Returns an empty list if the
 * release is too old to have `integration/phone.ts`.
 */
export const startPhones = async (
  folder: string,
  count: number,
  services: PhoneServices,
): Promise<Phone[]> => {
  const file = join(folder, 'integration', 'phone.ts')
  if (!existsSync(file)) return []
  // Imported at run time, because the path depends on the release. Besides, the file belongs to a TypeScript
  // project that is compiled for a browser.
  const { startPhone }: { startPhone: (services: PhoneServices) => Phone } = await import(file)
  const phones = Array.from({ length: count }, () => startPhone(services))
  for (const phone of phones) {
    if (!(await phone.signIn())) throw new Error('A phone could not sign in.')
  }
  return phones
}

/** The average pause between two actions of a coach. */
const pauseMs = 400
/** The number of entries in a batch. The app sends this many in one request instead of one by one. */
const batchSize = 12

/**
 * Whether an error with this code is a fault of the server. `schema-unknown` is not: during the update, an
 * instance of the older release may get an entry of the newer app. It rejects the entry, which then waits on
 * the phone (decision 035).
 */
const isFault = (code: string): boolean => code !== 'schema-unknown'

/**
 * Simulates a coach who uses a phone, one action after another, until `signal` is aborted. Continues after
 * errors. Resolves to one line for each fault.
 */
export const simulateCoach = async (phone: Phone, signal: AbortSignal): Promise<string[]> => {
  const { customer } = phone
  const faults: string[] = []
  // Each action gets the number of the turn, so that every turn captures different values.
  const actions: ((turn: number) => Promise<unknown>)[] = [
    (turn) => phone.act(`${customer}/${turn}`),
    (turn) => phone.answer(`words ${turn}`),
    async () => {
      const codes = await phone.read()
      faults.push(...codes.filter(isFault).map((code) => `a read failed: ${code}`))
    },
    async (turn) => {
      phone.reopen()
      await phone.watch(turn % 70)
    },
    (turn) => phone.act(...Array.from({ length: batchSize }, (_, index) => `${customer}/${turn}/${index}`)),
    (turn) => phone.saveImpact(turn % 90),
    async () => {
      if (!(await phone.report())) faults.push('a report failed')
    },
  ]
  for (let turn = 0; !signal.aborted; turn += 1) {
    await actions[turn % actions.length]?.(turn)
    // Half to one and a half of the average, so that the phones do not act at the same moments.
    await sleep(pauseMs * (0.5 + Math.random()))
  }
  const failedDeliveries = phone.disk.journal.filter(
    ({ happened, code = '' }) => (happened === 'delayed' || happened === 'refused') && isFault(code),
  )
  return [...faults, ...failedDeliveries.map(({ happened, code = '' }) => `${happened}: ${code}`)]
}

/** Sends the entries that are still on the phones, until none is left or `signal` is aborted. */
export const deliverAll = async (phones: readonly Phone[], signal: AbortSignal): Promise<void> => {
  while (phones.some(({ disk }) => disk.rows.size > 0) && !signal.aborted) {
    for (const phone of phones) await phone.deliver()
    await sleep(200)
  }
}
