import type { Result } from '../lib/result.ts'
import type { Answer, Part, PersonFailure, Source } from './person.ts'

/** ms after which a profile that was refused is asked for once more (specification §9) */
const retryDelay = 3000

/** Refusals in which another try cannot help. */
const isFinal = ({ reason }: PersonFailure): boolean =>
  reason === 'error.network' || reason === 'error.signInNeeded'

type Deps<T> = {
  source: Source<T>
  kept: { read: () => Promise<T | undefined>; write: (value: T) => Promise<void> }
  sleep: (ms: number) => Promise<void>
  onChange: () => void
}

type Copy<T> = { kept?: T }

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** One part of the profile with its copy on this device; a newer reading or saving wins over an older one. */
export const createPart = <T>({ source, kept, sleep, onChange }: Deps<T>) => {
  let now: Part<T> = { is: 'reading' }
  let newest = 0

  const become = (turn: number, next: Part<T>): void => {
    if (turn !== newest) return
    now = next
    onChange()
  }

  /** What came of a reading. A failed one leaves what was read before: a form may stand over it. */
  const settle = (turn: number, answer: Result<T, PersonFailure>, copy: Copy<T>): void => {
    if (now.is !== 'ready') {
      return become(
        turn,
        answer.ok
          ? { is: 'ready', value: answer.value, revision: 1 }
          : { is: 'failed', failure: answer.error, ...copy },
      )
    }
    if (!answer.ok || isSame(now.value, answer.value)) return
    become(turn, { is: 'ready', value: answer.value, revision: now.revision + 1 })
  }

  const read = async (): Promise<void> => {
    newest += 1
    const turn = newest
    const value = now.is === 'ready' ? now.value : (now.kept ?? (await kept.read()))
    const copy: Copy<T> = value === undefined ? {} : { kept: value }
    const show = (is: 'reading' | 'waiting') => now.is !== 'ready' && become(turn, { is, ...copy })
    show('reading')
    let answer = await source.read()
    if (!answer.ok && !isFinal(answer.error)) {
      show('waiting')
      await sleep(retryDelay)
      answer = await source.read()
    }
    settle(turn, answer, copy)
    if (answer.ok && turn === newest) await kept.write(answer.value)
  }

  const save = async (value: T): Answer<void> => {
    const answer = await source.save(value)
    if (!answer.ok) return answer
    newest += 1
    become(newest, { is: 'ready', value, revision: now.is === 'ready' ? now.revision : 1 })
    await kept.write(value)
    return answer
  }

  return { get: () => now, read, save }
}
