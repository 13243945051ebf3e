import type { Clock } from '../../../lib/time/clock.ts'

/** The only lock of the uploads: its holder sends them. */
const lockName = 'breaking-barriers-uploads'

/** ms within which an owner must answer. An owner that its browser froze does not answer. */
const maxSilence = 10_000
/** ms. An owner that has not answered by then counts as another window. */
const firstSilence = 1000

type Deps = {
  locks: Pick<LockManager, 'request'>
  clock: Pick<Clock, 'now' | 'sleep'>
  /** Runs first when this worker becomes the owner. */
  own: () => Promise<void>
  /** Asks the owner to answer. */
  ask: () => void
  /** Another window has the uploads, and has not answered so far. */
  onSilent: () => void
  /** Another window has taken the uploads from this one, which did not answer in time. */
  onTaken: () => void
  /** ms. */
  timeout?: number
}

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

/**
 * Makes this worker the owner of the uploads as soon as there is no other owner. An owner that does not
 * answer loses the uploads: a tab that the browser froze in the background would keep all other tabs waiting.
 * The returned function records that the owner answered.
 */
export const holdUploads = (deps: Deps): (() => void) => {
  const { locks, clock, own, ask, onSilent, onTaken, timeout = maxSilence } = deps
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
        // The lock is held for as long as this worker lives.
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
    // If this worker was frozen itself, it has not read the messages that arrived meanwhile.
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
