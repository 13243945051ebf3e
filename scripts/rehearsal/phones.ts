import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * The members of `integration/phone.ts` that a rehearsal needs. Their names must not change, because the
 * phones of older releases have the same names.
 */
export type Phone = {
  customer: string
  captured: readonly string[]
  disk: {
    rows: ReadonlyMap<string, unknown>
    journal: readonly { happened: string; code?: string }[]
  }
  signIn: () => Promise<boolean>
  reopen: () => void
  deliver: () => Promise<unknown>
  act: (...values: string[]) => Promise<unknown>
  answer: (words: string) => Promise<unknown>
  watch: (from: number) => Promise<unknown>
  saveImpact: (numberOfPeople: number) => Promise<unknown>
  read: () => Promise<string[]>
  report: () => Promise<boolean>
  allSigned: () => Promise<(boolean | undefined)[]>
}

/** What a phone needs: the current origin of the product API, and a function that creates its tokens. */
export type PhoneServices = { origin: () => string; createToken: (customer: string) => Promise<string> }

/**
 * Starts phones with the app of a release and signs them in. Returns an empty list if the release has no
 * `integration/phone.ts`.
 */
export const startPhones = async (
  folder: string,
  count: number,
  services: PhoneServices,
): Promise<Phone[]> => {
  const file = join(folder, 'integration', 'phone.ts')
  if (!existsSync(file)) return []
  // Imported at run time, because `folder` depends on the release, and the file is also compiled for a
  // browser.
  const { startPhone }: { startPhone: (services: PhoneServices) => Phone } = await import(file)
  const phones = Array.from({ length: count }, () => startPhone(services))
  for (const phone of phones) {
    if (!(await phone.signIn())) throw new Error('A phone could not sign in.')
  }
  return phones
}

/** The average pause between two actions of a coach. */
const pauseMs = 400
/** With this many entries at once, the app sends a batch instead of single entries. */
const batchSize = 12

/** Uses a phone until `signal` is aborted, even after errors. Resolves with a line for each fault. */
export const simulateCoach = async (phone: Phone, signal: AbortSignal): Promise<string[]> => {
  const { customer } = phone
  const faults: string[] = []
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
    await sleep(pauseMs * (0.5 + Math.random()))
  }
  const failedDeliveries = phone.disk.journal.filter(
    ({ happened, code = '' }) => (happened === 'delayed' || happened === 'refused') && isFault(code),
  )
  return [...faults, ...failedDeliveries.map(({ happened, code = '' }) => `${happened}: ${code}`)]
}

/**
 * Whether the code of a failure is a fault. An older replica refuses an entry of a newer version, which then
 * waits on the phone (decision 035).
 */
const isFault = (code: string): boolean => code !== 'schema-unknown'

/** Makes phones send the entries that they still have, until all are sent or `signal` is aborted. */
export const deliverAll = async (phones: readonly Phone[], signal: AbortSignal): Promise<void> => {
  while (phones.some(({ disk }) => disk.rows.size > 0) && !signal.aborted) {
    for (const phone of phones) await phone.deliver()
    await sleep(200)
  }
}
