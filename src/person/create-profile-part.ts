import { retry, type RetryPolicy } from '../lib/async/retry.ts'
import type { Result } from '../lib/result.ts'
import { oneMoreRead } from '../session/retry-policies.ts'
import type { ProfilePart, PersonFailure, PersonResult, Source } from './person.ts'

/** Without a connection, another read would fail too; without a session, the coach has to sign in first. */
const retryPolicy: RetryPolicy<PersonFailure> = {
  ...oneMoreRead,
  shouldRetry: ({ reason }) =>
    reason !== 'error.network' && reason !== 'error.timeout' && reason !== 'error.signInNeeded',
}

type Deps<T> = {
  source: Source<T>
  /**
   * Applies the changes between `base` and `ours` to `theirs`, the values that another device has saved
   * since.
   */
  merge: (versions: { base: T; ours: T; theirs: T }) => T
  cache: { read: () => Promise<T | undefined>; write: (value: T) => Promise<void> }
  sleep: (ms: number) => Promise<void>
  onChange: () => void
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * Reads and saves one part of the profile, and keeps its copy on this device. The newest read or save takes
 * precedence.
 */
export const createProfilePart = <T>({ source, merge, cache, sleep, onChange }: Deps<T>) => {
  let part: ProfilePart<T> = { kind: 'reading' }
  /** The number of the newest read or save. A read that is no longer the newest changes nothing. */
  let newestOperation = 0

  const update = (operation: number, newPart: ProfilePart<T>): void => {
    if (operation !== newestOperation) return
    part = newPart
    onChange()
  }

  /** Handles the result of a read. If it failed, keeps an earlier value, because a form may show it. */
  const receive = (operation: number, result: Result<T, PersonFailure>, optionalCopy: { copy?: T }): void => {
    const shownPart = part.kind === 'ready' ? part : undefined
    if (!result.ok) {
      if (!shownPart) update(operation, { kind: 'failed', failure: result.error, ...optionalCopy })
      return
    }
    if (shownPart && isSame(shownPart.value, result.value)) return
    update(operation, { kind: 'ready', value: result.value, revision: (shownPart?.revision ?? 0) + 1 })
  }

  const read = async (): Promise<void> => {
    newestOperation += 1
    const operation = newestOperation
    const copy = part.kind === 'ready' ? part.value : (part.copy ?? (await cache.read()))
    const optionalCopy = copy === undefined ? {} : { copy }
    const show = (kind: 'reading' | 'waiting') => {
      if (part.kind !== 'ready') update(operation, { kind, ...optionalCopy })
    }
    show('reading')
    const result = await retry(source.read, retryPolicy, (ms) => {
      show('waiting')
      return sleep(ms)
    })
    receive(operation, result, optionalCopy)
    if (result.ok && operation === newestOperation) await cache.write(result.value)
  }

  /**
   * Saves the values of a form, `ours`. Another device may have saved other fields since the form was shown,
   * so only what the form changed is applied to the newest values.
   */
  const save = async (ours: T): PersonResult => {
    const partBefore = part
    // If this read fails, saves the values as the form has them, because only the save has to succeed.
    const theirs = partBefore.kind === 'ready' ? await source.read() : undefined
    const isOutdated =
      partBefore.kind === 'ready' && theirs?.ok === true && !isSame(theirs.value, partBefore.value)
    const value = isOutdated ? merge({ base: partBefore.value, ours, theirs: theirs.value }) : ours
    const result = await source.save(value)
    if (!result.ok) return result
    newestOperation += 1
    // The form already shows `ours`. A new revision is only for values that differ from it.
    const revision = part.kind === 'ready' ? part.revision : 1
    update(newestOperation, { kind: 'ready', value, revision: isOutdated ? revision + 1 : revision })
    await cache.write(value)
    return result
  }

  /** Whether this device has no value: the part was not read since the start, and there is no copy. */
  const isMissing = async (): Promise<boolean> => newestOperation === 0 && (await cache.read()) === undefined

  return { get: () => part, read, save, isMissing }
}
