/** Requests with a body that run at the same time, over all tasks (specification §9). */
export const concurrentParts = 4

/** A place among the concurrent parts. */
export type Slots = {
  /** Resolves when there is a place, to the function that gives it back; to undefined when the signal aborts first. */
  take: (owner: string, signal: AbortSignal) => Promise<Release | undefined>
}

type Release = () => void
type Waiting = { owner: string; grant: (release: Release) => void }

/** Does something the first time, and nothing afterwards. */
const once = (work: () => void): Release => {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    work()
  }
}

/**
 * Shares `count` places, or as many as there are at the moment for all and for one owner: the task with the fewest of them is
 * next, so a large file never starves the small ones.
 */
export const createSlots = (count: number, present: (owner?: string) => number = () => count): Slots => {
  if (!(count > 0)) throw new RangeError('The queue size must be a positive number')
  /** The owner of each place that is taken. */
  const owners: string[] = []
  const waiting = new Set<Waiting>()

  const placesOf = (wanted: string) => owners.filter((owner) => owner === wanted).length
  const fewest = (best: Waiting, one: Waiting) => (placesOf(one.owner) < placesOf(best.owner) ? one : best)

  const hand = () => {
    while (owners.length < present()) {
      const [first, ...others] = [...waiting].filter(({ owner }) => placesOf(owner) < present(owner))
      if (!first) return
      const next = others.reduce(fewest, first)
      waiting.delete(next)
      owners.push(next.owner)
      next.grant(release(next.owner))
    }
  }

  const release = (owner: string) =>
    once(() => {
      owners.splice(owners.indexOf(owner), 1)
      hand()
    })

  return {
    take: (owner, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve(undefined)
        const leave = () => {
          waiting.delete(entry)
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
        waiting.add(entry)
        hand()
      }),
  }
}
