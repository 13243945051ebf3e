import type { Clock } from '../../../lib/clock.ts'

/** The one lock of the uploads: its holder sends them. */
const lockName = 'breaking-barriers-uploads'

/** ms within which an owner says something when it is asked; one that its browser froze says nothing */
const longestSilence = 10_000
/** ms; one that has said nothing until then is another window all the same */
const firstSilence = 1000

type Deps = {
  locks: Pick<LockManager, 'request'>
  clock: Pick<Clock, 'now' | 'sleep'>
  /** What the owner does first. */
  own: () => Promise<void>
  /** Asks the owner to say something. */
  ask: () => void
  /** Another window has the uploads, and is silent so far. */
  onSilent: () => void
  /** Another window has taken the uploads from this one, which was silent for too long. */
  onTaken: () => void
  /** ms */
  timeout?: number
}

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

/**
 * Makes this worker the owner of the uploads as soon as no other one is. An owner that stays silent when it is asked loses
 * them: a tab that the browser froze in the background would keep all others waiting. The function that is returned takes
 * note that the owner said something.
 */
export const holdUploads = (deps: Deps): (() => void) => {
  const { locks, clock, own, ask, onSilent, onTaken, timeout = longestSilence } = deps
  const waiting = new AbortController()
  let owns = false
  let heard = false

  const request = async (options: LockOptions) => {
    let granted = false
    try {
      await locks.request(lockName, options, async () => {
        granted = true
        owns = true
        await own()
        // Held for as long as this worker lives.
        await new Promise(() => undefined)
      })
    } catch (error) {
      if (!isAbort(error)) throw error
      if (granted) onTaken()
    }
  }

  const isSilent = async (ms: number): Promise<boolean> => {
    const since = clock.now()
    await clock.sleep(ms)
    // A worker that was frozen itself has not read yet what it was told meanwhile.
    return !owns && !heard && clock.now() - since < 2 * ms
  }

  const watch = async () => {
    for (;;) {
      heard = false
      ask()
      if (await isSilent(Math.min(firstSilence, timeout / 2))) onSilent()
      if (await isSilent(timeout)) break
      if (owns) return
    }
    waiting.abort()
    await request({ steal: true })
  }

  void request({ signal: waiting.signal })
  void watch()
  return () => {
    heard = true
  }
}
