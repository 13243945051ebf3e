import { retry, type RetryPolicy } from '../lib/async/retry.ts'
import type { Result } from '../lib/result.ts'
import type { Part, PersonFailure, PersonResult, Source } from './person.ts'

/** A refused profile is read once more after 3 s (specification §9). */
const retryPolicy: RetryPolicy<PersonFailure> = {
  attempts: 2,
  pause: 3000,
  canPass: ({ reason }) =>
    reason !== 'error.network' && reason !== 'error.timeout' && reason !== 'error.signInNeeded',
}

type Deps<T> = {
  source: Source<T>
  /** Applies the changes since `shown` to what another device saved meanwhile. */
  merge: (versions: { latest: T; shown: T; wanted: T }) => T
  cache: { read: () => Promise<T | undefined>; write: (value: T) => Promise<void> }
  sleep: (ms: number) => Promise<void>
  onChange: () => void
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** One part of the profile with its copy on this device. The newest read or save takes precedence. */
export const createProfilePart = <T>({ source, merge, cache, sleep, onChange }: Deps<T>) => {
  let now: Part<T> = { kind: 'reading' }
  let newest = 0

  const update = (turn: number, next: Part<T>): void => {
    if (turn !== newest) return
    now = next
    onChange()
  }

  /** Handles the result of a read. A failed read keeps the earlier value, because a form may show it. */
  const receive = (turn: number, result: Result<T, PersonFailure>, copied: { copy?: T }): void => {
    if (now.kind !== 'ready') {
      return update(
        turn,
        result.ok
          ? { kind: 'ready', value: result.value, revision: 1 }
          : { kind: 'failed', failure: result.error, ...copied },
      )
    }
    if (!result.ok || isSame(now.value, result.value)) return
    update(turn, { kind: 'ready', value: result.value, revision: now.revision + 1 })
  }

  const read = async (): Promise<void> => {
    newest += 1
    const turn = newest
    const copy = now.kind === 'ready' ? now.value : (now.copy ?? (await cache.read()))
    const copied = copy === undefined ? {} : { copy }
    const show = (kind: 'reading' | 'waiting') => now.kind !== 'ready' && update(turn, { kind, ...copied })
    show('reading')
    const result = await retry(source.read, retryPolicy, (ms) => {
      show('waiting')
      return sleep(ms)
    })
    receive(turn, result, copied)
    if (result.ok && turn === newest) await cache.write(result.value)
  }

  /** Saves only a form's changes against `now`: another device may have saved other fields since. */
  const save = async (wanted: T): PersonResult => {
    const shown = now
    // If the read fails, the coach's values are saved unchanged. If the save fails too, it returns a reason.
    const latest = shown.kind === 'ready' ? await source.read() : undefined
    const isOutdated = shown.kind === 'ready' && latest?.ok === true && !isSame(latest.value, shown.value)
    const value = isOutdated ? merge({ latest: latest.value, shown: shown.value, wanted }) : wanted
    const result = await source.save(value)
    if (!result.ok) return result
    newest += 1
    const revision = now.kind === 'ready' ? now.revision : 1
    update(newest, { kind: 'ready', value, revision: isOutdated ? revision + 1 : revision })
    await cache.write(value)
    return result
  }

  /** Whether this device has no value: the part was not read, and there is no copy. */
  const isUnknown = async (): Promise<boolean> => newest === 0 && (await cache.read()) === undefined

  return { get: () => now, read, save, isUnknown }
}
