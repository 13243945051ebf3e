/** The maximum number of concurrent requests with a body, over all tasks (specification §9). */
export const concurrentParts = 4

/** The slots for concurrent requests with a body. */
export type Slots = {
  /** Resolves to a function that releases the slot; to undefined if the signal aborts first. */
  take: (owner: string, signal: AbortSignal) => Promise<Release | undefined>
}

type Release = () => void
type WaitingRequest = { owner: string; grant: (release: Release) => void }

/** Creates a function that calls `work` only the first time. */
const once = (work: () => void): Release => {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    work()
  }
}

/**
 * Creates `count` slots, which limit how many files and parts are sent at the same time. An owner is a task,
 * by its id. `available` returns how many slots may be used at the moment: by one owner, or by all together
 * if none is given. A free slot goes to the waiting owner that has the fewest, so small files do not wait
 * behind the parts of a large one.
 */
export const createSlots = (count: number, available: (owner?: string) => number = () => count): Slots => {
  if (!(count > 0)) throw new RangeError('The queue size must be a positive number')
  /** The owner of each slot that is in use. */
  const owners: string[] = []
  const waiting = new Set<WaitingRequest>()

  const countSlots = (owner: string) => owners.filter((other) => other === owner).length
  const chooseFewerSlots = (best: WaitingRequest, request: WaitingRequest) =>
    countSlots(request.owner) < countSlots(best.owner) ? request : best

  const grantFreeSlots = () => {
    while (owners.length < available()) {
      const [firstRequest, ...otherRequests] = [...waiting].filter(
        ({ owner }) => countSlots(owner) < available(owner),
      )
      if (!firstRequest) return
      const chosenRequest = otherRequests.reduce(chooseFewerSlots, firstRequest)
      waiting.delete(chosenRequest)
      owners.push(chosenRequest.owner)
      chosenRequest.grant(release(chosenRequest.owner))
    }
  }

  const release = (owner: string) =>
    once(() => {
      owners.splice(owners.indexOf(owner), 1)
      grantFreeSlots()
    })

  return {
    take: (owner, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve(undefined)
        const onAbort = () => {
          waiting.delete(request)
          resolve(undefined)
        }
        const request: WaitingRequest = {
          owner,
          grant: (releaseSlot) => {
            signal.removeEventListener('abort', onAbort)
            resolve(releaseSlot)
          },
        }
        signal.addEventListener('abort', onAbort, { once: true })
        waiting.add(request)
        grantFreeSlots()
      }),
  }
}
