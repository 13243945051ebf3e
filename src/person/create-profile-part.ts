import { retry, type RetryPolicy } from '../lib/async/retry.ts'
import type { Result } from '../lib/result.ts'
import { oneMoreRead } from '../session/retry-policies.ts'
import type { Part, PersonFailure, PersonResult, Source } from './person.ts'

/** Without a connection, another read would fail too; without a session, the coach has to sign in first. */
const retryPolicy: RetryPolicy<PersonFailure> = {
  ...oneMoreRead,
  shouldRetry: ({ reason }) =>
    reason !== 'error.network' && reason !== 'error.timeout' && reason !== 'error.signInNeeded',
}

type Deps<T> = {
  source: Source<T>
  /**
   * Applies the changes from `base` to `ours` to the values that another device saved meanwhile, `theirs`.
   */
  merge: (versions: { base: T; ours: T; theirs: T }) => T
  cache: { read: () => Promise<T | undefined>; write: (value: T) => Promise<void> }
  sleep: (ms: number) => Promise<void>
  onChange: () => void
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** One part of the profile with its copy on this device. The newest read or save takes precedence. */
export const createProfilePart = <T>({ source, merge, cache, sleep, onChange }: Deps<T>) => {
  let part: Part<T> = { kind: 'reading' }
  /** Counts reads and saves. A read that is no longer the newest changes nothing. */
  let newestTurn = 0

  const update = (turn: number, newPart: Part<T>): void => {
    if (turn !== newestTurn) return
    part = newPart
    onChange()
  }

  /** Handles the result of a read. A failed read keeps the earlier value, because a form may show it. */
  const receive = (turn: number, result: Result<T, PersonFailure>, optionalCopy: { copy?: T }): void => {
    if (part.kind === 'ready') {
      if (!result.ok || isSame(part.value, result.value)) return
      update(turn, { kind: 'ready', value: result.value, revision: part.revision + 1 })
      return
    }
    if (result.ok) update(turn, { kind: 'ready', value: result.value, revision: 1 })
    else update(turn, { kind: 'failed', failure: result.error, ...optionalCopy })
  }

  const read = async (): Promise<void> => {
    newestTurn += 1
    const turn = newestTurn
    const copy = part.kind === 'ready' ? part.value : (part.copy ?? (await cache.read()))
    const optionalCopy = copy === undefined ? {} : { copy }
    const show = (kind: 'reading' | 'waiting') =>
      part.kind !== 'ready' && update(turn, { kind, ...optionalCopy })
    show('reading')
    const result = await retry(source.read, retryPolicy, (ms) => {
      show('waiting')
      return sleep(ms)
    })
    receive(turn, result, optionalCopy)
    if (result.ok && turn === newestTurn) await cache.write(result.value)
  }

  /**
   * Saves the values of a form, `ours`. Another device may have saved other fields since the form was shown,
   * so only what the form changed is applied to the newest values.
   */
  const save = async (ours: T): PersonResult => {
    const base = part
    // If this read fails, the values are saved as the form has them: only the save has to succeed.
    const theirs = base.kind === 'ready' ? await source.read() : undefined
    const isOutdated = base.kind === 'ready' && theirs?.ok === true && !isSame(theirs.value, base.value)
    const value = isOutdated ? merge({ base: base.value, ours, theirs: theirs.value }) : ours
    const result = await source.save(value)
    if (!result.ok) return result
    newestTurn += 1
    const revision = part.kind === 'ready' ? part.revision : 1
    update(newestTurn, { kind: 'ready', value, revision: isOutdated ? revision + 1 : revision })
    await cache.write(value)
    return result
  }

  /** Whether this device has no value: the part was not read, and there is no copy. */
  const isUnknown = async (): Promise<boolean> => newestTurn === 0 && (await cache.read()) === undefined

  return { get: () => part, read, save, isUnknown }
}
