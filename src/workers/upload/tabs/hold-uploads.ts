import type { Clock } from '../../../lib/time/clock.ts'

/** The only lock of the uploads: its holder sends them. */
const lockName = 'breaking-barriers-uploads'

/** ms within which an owner must answer to keep the uploads. A frozen owner does not answer. */
const defaultTimeout = 10_000
/** ms after which the page learns that another window owns the uploads and has not answered so far. */
const noticeTimeout = 1000

type Deps = {
  locks: Pick<LockManager, 'request'>
  clock: Pick<Clock, 'now' | 'sleep'>
  /** Runs first when this worker becomes the owner. */
  onOwner: () => Promise<void>
  /** Asks the owner to answer. */
  ask: () => void
  /** Called when another window has the uploads and has not answered so far. */
  onSilent: () => void
  /** Called when another window has taken over the uploads from this one, which did not answer in time. */
  onTakenOver: () => void
  /** ms within which an owner must answer. */
  timeout?: number
}

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

/**
 * Makes this worker the owner of the uploads as soon as there is no other owner. An owner that does not
 * answer loses the uploads: a tab that the browser froze in the background would keep all other tabs waiting.
 * The returned function records that the owner answered.
 */
export const holdUploads = (deps: Deps): (() => void) => {
  const { locks, clock, onOwner, ask, onSilent, onTakenOver, timeout = defaultTimeout } = deps
  const lockRequest = new AbortController()
  let isOwner = false
  /** Whether the owner has answered the last question. */
  let hasAnswered = false

  const request = async (options: LockOptions) => {
    let granted = false
    try {
      await locks.request(lockName, options, async () => {
        granted = true
        isOwner = true
        await onOwner()
        // The lock is held for as long as this worker lives.
        await new Promise(() => undefined)
      })
    } catch (error) {
      if (!isAbort(error)) throw error
      if (granted) onTakenOver()
    }
  }

  /** Waits. Resolves to whether no owner has answered meanwhile, although this worker could have heard it. */
  const staysSilent = async (ms: number): Promise<boolean> => {
    const startedAt = clock.now()
    await clock.sleep(ms)
    // If this worker was frozen itself, it has not read the messages that arrived meanwhile.
    return !isOwner && !hasAnswered && clock.now() - startedAt < 2 * ms
  }

  const watch = async () => {
    for (;;) {
      hasAnswered = false
      ask()
      if (await staysSilent(Math.min(noticeTimeout, timeout / 2))) onSilent()
      if (await staysSilent(timeout)) break
      if (isOwner) return
    }
    lockRequest.abort()
    await request({ steal: true })
  }

  void request({ signal: lockRequest.signal })
  void watch()
  return () => {
    hasAnswered = true
  }
}
