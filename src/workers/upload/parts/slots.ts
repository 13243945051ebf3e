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

/** Who has how many of `count` places. */
const createPlaces = (count: number) => {
  const taken = new Map<string, number>()
  let free = count

  const of = (owner: string) => taken.get(owner) ?? 0

  return {
    of,
    hasFree: () => free > 0,
    take: (owner: string) => {
      free--
      taken.set(owner, of(owner) + 1)
    },
    giveBack: (owner: string) => {
      free++
      if (of(owner) > 1) taken.set(owner, of(owner) - 1)
      else taken.delete(owner)
    },
  }
}

/** Shares `count` places: the task with the fewest of them is next, so a large file never starves the small ones. */
export const createSlots = (count: number): Slots => {
  if (!(count > 0)) throw new RangeError('The queue size must be a positive number')
  const places = createPlaces(count)
  const waiting = new Set<Waiting>()

  const fewest = (best: Waiting, one: Waiting) => (places.of(one.owner) < places.of(best.owner) ? one : best)

  const hand = () => {
    while (places.hasFree() && waiting.size > 0) {
      const next = [...waiting].reduce(fewest)
      waiting.delete(next)
      places.take(next.owner)
      next.grant(release(next.owner))
    }
  }

  const release = (owner: string) =>
    once(() => {
      places.giveBack(owner)
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
