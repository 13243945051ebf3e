import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * The part of `integration/phone.ts` that the load needs. That file is also compiled for a browser, so it is
 * imported dynamically.
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

export type Reached = { origin: () => string; tokenOf: (customer: string) => Promise<string> }

/**
 * Starts phones with the app of a release and signs them in. Returns an empty list if the release has no
 * `integration/phone.ts`.
 */
export const startPhones = async (folder: string, count: number, reached: Reached): Promise<Phone[]> => {
  const file = join(folder, 'integration', 'phone.ts')
  if (!existsSync(file)) return []
  const { startPhone }: { startPhone: (reached: Reached) => Phone } = await import(file)
  const phones = Array.from({ length: count }, () => startPhone(reached))
  for (const phone of phones) {
    if (!(await phone.signIn())) throw new Error('A phone could not sign in.')
  }
  return phones
}

/** ms between two actions of a coach */
const pause = 400
/** More entries than the app sends one by one. */
const several = 12

/** Uses a phone until `stopped` aborts, even after errors. Resolves with what went wrong for its coach. */
export const live = async (phone: Phone, stopped: AbortSignal): Promise<string[]> => {
  const { customer } = phone
  const wrong: string[] = []
  const actions: ((turn: number) => Promise<unknown>)[] = [
    (turn) => phone.act(`${customer}/${turn}`),
    (turn) => phone.answer(`words ${turn}`),
    async () => {
      const codes = await phone.read()
      wrong.push(...codes.filter(isWrong).map((code) => `a read failed: ${code}`))
    },
    async (turn) => {
      phone.reopen()
      await phone.watch(turn % 70)
    },
    (turn) => phone.act(...Array.from({ length: several }, (_, at) => `${customer}/${turn}/${at}`)),
    (turn) => phone.saveImpact(turn % 90),
    async () => {
      if (!(await phone.report())) wrong.push('a report failed')
    },
  ]
  for (let turn = 0; !stopped.aborted; turn += 1) {
    await actions[turn % actions.length]?.(turn)
    await sleep(pause * (0.5 + Math.random()))
  }
  const held = phone.disk.journal.filter(({ happened }) => happened === 'delayed' || happened === 'refused')
  return wrong.concat(
    held.flatMap(({ happened, code = '' }) => (isWrong(code) ? [`${happened}: ${code}`] : [])),
  )
}

/** An entry that an older copy does not know waits (decision 035). */
const isWrong = (code: string): boolean => code !== 'schema-unknown'

/** Makes phones send the entries that they still hold, until `limit` is aborted. */
export const emptyPhones = async (phones: readonly Phone[], limit: AbortSignal): Promise<void> => {
  while (phones.some(({ disk }) => disk.rows.size > 0) && !limit.aborted) {
    for (const phone of phones) await phone.deliver()
    await sleep(200)
  }
}
