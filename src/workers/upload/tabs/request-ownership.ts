import type { Clock } from '../../../lib/time/clock.ts'

/** The lock that the owner of the uploads holds. */
const lockName = 'breaking-barriers-uploads'

/** An owner that does not answer within this time loses the uploads. A frozen owner does not answer. */
const defaultTimeoutMs = 10_000
/**
 * After this time, the page shows that another tab owns the uploads, even if that tab has not answered yet.
 */
const noticeTimeoutMs = 1000

type Deps = {
  locks: Pick<LockManager, 'request'>
  clock: Pick<Clock, 'now' | 'sleep'>
  /** Called when this worker becomes the owner. It stays the owner after the promise has resolved. */
  onOwner: () => Promise<void>
  /** Asks the owner to answer. */
  ask: () => void
  /** Called when another tab owns the uploads and has not answered so far. */
  onSilent: () => void
  /** Called when another tab has taken over the uploads from this tab, which did not answer in time. */
  onTakenOver: () => void
  /** An owner that does not answer within this time loses the uploads. */
  timeoutMs?: number
}

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

/**
 * Makes this worker the owner of the uploads as soon as there is no other owner. Takes the uploads from an
 * owner that does not answer, because a tab that the browser froze in the background would keep all other
 * tabs waiting. Returns a function to call for each message of the owner.
 */
export const requestOwnership = (deps: Deps): (() => void) => {
  const { locks, clock, onOwner, ask, onSilent, onTakenOver, timeoutMs = defaultTimeoutMs } = deps
  const lockRequest = new AbortController()
  let isOwner = false
  /** Whether the owner has answered since the last call of `ask`. */
  let hasAnswered = false

  /** Requests the lock, and holds it once granted. Resolves if the request is aborted or the lock stolen. */
  const requestLock = async (options: LockOptions) => {
    let isGranted = false
    try {
      await locks.request(lockName, options, async () => {
        isGranted = true
        isOwner = true
        await onOwner()
        // The lock is held for as long as this worker lives.
        await new Promise(() => undefined)
      })
    } catch (error) {
      // An AbortError means that `watch` aborted this request, or that another tab stole the granted lock.
      if (!isAbort(error)) throw error
      if (isGranted) onTakenOver()
    }
  }

  /**
   * Waits for `ms`. Resolves to true if no owner has answered by then, although this worker could receive
   * messages.
   */
  const waitForSilence = async (ms: number): Promise<boolean> => {
    const startedAt = clock.now()
    await clock.sleep(ms)
    // A wait that took at least twice as long means that this worker was frozen itself, and may not have
    // received an answer yet.
    return !isOwner && !hasAnswered && clock.now() - startedAt < 2 * ms
  }

  /** Asks the owner again and again, until it does not answer in time. Then takes over the uploads. */
  const watch = async () => {
    for (;;) {
      hasAnswered = false
      ask()
      // The coach sees early that the owner is silent, but the owner has the whole time to answer.
      if (await waitForSilence(Math.min(noticeTimeoutMs, timeoutMs / 2))) onSilent()
      if (await waitForSilence(timeoutMs)) break
      if (isOwner) return
    }
    lockRequest.abort()
    // Takes the lock from its silent holder, whose request then rejects with an AbortError.
    await requestLock({ steal: true })
  }

  void requestLock({ signal: lockRequest.signal })
  void watch()
  return () => {
    hasAnswered = true
  }
}
