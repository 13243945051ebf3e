/** The number of concurrent requests with a body, over all tasks (specification §9). */
export const concurrentParts = 4

/** The places for concurrent requests with a body. */
export type Slots = {
  /** Resolves to a function that releases the place; to undefined if the signal aborts first. */
  take: (owner: string, signal: AbortSignal) => Promise<Release | undefined>
}

type Release = () => void
type Waiting = { owner: string; grant: (release: Release) => void }

/** Calls `work` only the first time. */
const once = (work: () => void): Release => {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    work()
  }
}

/**
 * Shares `count` places. `available` returns the places that are available at the moment, for all or for one
 * owner. The owner with the fewest places is next, so a large file never starves the small files.
 */
export const createSlots = (count: number, available: (owner?: string) => number = () => count): Slots => {
  if (!(count > 0)) throw new RangeError('The queue size must be a positive number')
  /** The owner of each place that is taken. */
  const owners: string[] = []
  const waiting = new Set<Waiting>()

  const placesOf = (wanted: string) => owners.filter((owner) => owner === wanted).length
  const fewest = (best: Waiting, one: Waiting) => (placesOf(one.owner) < placesOf(best.owner) ? one : best)

  const grantNext = () => {
    while (owners.length < available()) {
      const [first, ...others] = [...waiting].filter(({ owner }) => placesOf(owner) < available(owner))
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
      grantNext()
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
          grant: (releasePlace) => {
            signal.removeEventListener('abort', leave)
            resolve(releasePlace)
          },
        }
        signal.addEventListener('abort', leave, { once: true })
        waiting.add(entry)
        grantNext()
      }),
  }
}
