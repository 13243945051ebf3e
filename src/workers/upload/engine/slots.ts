/** Requests with a body that run at the same time, over all tasks (specification §9). */
export const concurrentParts = 4

/** A place among the concurrent parts. */
export type Slots = {
  /** Resolves when there is a place, to the function that gives it back; to undefined when the signal aborts first. */
  take: (owner: string, signal: AbortSignal) => Promise<(() => void) | undefined>
}

type Waiting = { owner: string; grant: (release: () => void) => void }

/** Shares `count` places: the task with the fewest of them is next, so a large file never starves the small ones. */
export const createSlots = (count: number): Slots => {
  const waiting: Waiting[] = []
  const taken = new Map<string, number>()
  let free = count

  const places = ({ owner }: Waiting) => taken.get(owner) ?? 0

  const release = (owner: string) => {
    let released = false
    return () => {
      if (released) return
      released = true
      free++
      const left = (taken.get(owner) ?? 1) - 1
      if (left === 0) taken.delete(owner)
      else taken.set(owner, left)
      hand()
    }
  }

  const hand = () => {
    while (free > 0 && waiting.length > 0) {
      const next = waiting.reduce((best, one) => (places(one) < places(best) ? one : best))
      waiting.splice(waiting.indexOf(next), 1)
      free--
      taken.set(next.owner, places(next) + 1)
      next.grant(release(next.owner))
    }
  }

  return {
    take: (owner, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve(undefined)
        const leave = () => {
          waiting.splice(waiting.indexOf(entry), 1)
          resolve(undefined)
        }
        const entry: Waiting = {
          owner,
          grant: (giveBack) => {
            signal.removeEventListener('abort', leave)
            resolve(giveBack)
          },
        }
        signal.addEventListener('abort', leave, { once: true })
        waiting.push(entry)
        hand()
      }),
  }
}
