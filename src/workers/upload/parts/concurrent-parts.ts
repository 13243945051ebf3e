/** The maximum number of concurrent requests with a body, over all tasks (specification §9). */
export const maxConcurrentParts = 4

/** The slots for concurrent requests with a body. */
export type Slots = {
  /**
   * Waits for a slot, calls `work`, and frees the slot when the work has ended. Resolves to undefined,
   * without a call, if the signal aborts first. `ownerId` is the id of the task that uses the slot.
   */
  use: <T>(ownerId: string, signal: AbortSignal, work: () => Promise<T>) => Promise<T | undefined>
}

type WaitingRequest = { ownerId: string; grant: () => void }

/**
 * Creates `count` slots, which limit how many files and parts are sent at the same time. An owner is a task.
 * `getAvailable` returns how many slots may be used at the moment: by one owner, or by all together if no
 * owner is given. A free slot goes to the waiting owner that has the fewest, so small files do not wait
 * behind the parts of a large one.
 */
export const createSlots = (
  count: number,
  getAvailable: (ownerId?: string) => number = () => count,
): Slots => {
  if (!(count > 0)) throw new RangeError('The queue size must be a positive number')
  /** The owner of each slot that is in use, by its id. */
  const ownerIds: string[] = []
  const waitingRequests = new Set<WaitingRequest>()

  const countSlots = (ownerId: string) => ownerIds.filter((otherId) => otherId === ownerId).length
  const chooseFewerSlots = (best: WaitingRequest, request: WaitingRequest) =>
    countSlots(request.ownerId) < countSlots(best.ownerId) ? request : best

  const grantFreeSlots = () => {
    while (ownerIds.length < getAvailable()) {
      // Leaves out owners that have as many slots as one owner may have.
      const [firstRequest, ...otherRequests] = [...waitingRequests].filter(
        ({ ownerId }) => countSlots(ownerId) < getAvailable(ownerId),
      )
      if (!firstRequest) return
      const chosenRequest = otherRequests.reduce(chooseFewerSlots, firstRequest)
      waitingRequests.delete(chosenRequest)
      ownerIds.push(chosenRequest.ownerId)
      chosenRequest.grant()
    }
  }

  /** Resolves to true once the owner has a slot, or to false if the signal aborts first. */
  const waitForSlot = (ownerId: string, signal: AbortSignal) =>
    new Promise<boolean>((resolve) => {
      if (signal.aborted) return resolve(false)
      const onAbort = () => {
        waitingRequests.delete(request)
        resolve(false)
      }
      const request: WaitingRequest = {
        ownerId,
        grant: () => {
          signal.removeEventListener('abort', onAbort)
          resolve(true)
        },
      }
      signal.addEventListener('abort', onAbort, { once: true })
      waitingRequests.add(request)
      grantFreeSlots()
    })

  return {
    use: async (ownerId, signal, work) => {
      if (!(await waitForSlot(ownerId, signal))) return undefined
      try {
        return await work()
      } finally {
        ownerIds.splice(ownerIds.indexOf(ownerId), 1)
        grantFreeSlots()
      }
    },
  }
}
