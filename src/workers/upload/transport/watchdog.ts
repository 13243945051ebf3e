/** bytes; a response to less says how far the store is, not how fast the line */
const leastMeasured = 1_048_576
/** ms without a byte, or without a response while nothing is known of the line, after which a request is a stall, at first and at most */
const kinds = {
  /** A file or a part of one: four of 5 MiB that a hop took at once arrive within two hours at 3 kB/s. */
  part: { first: 30_000, most: 7_200_000 },
  /** S3 puts a large object together; it sends spaces meanwhile. */
  assembly: { first: 120_000, most: 240_000 },
  question: { first: 30_000, most: 240_000 },
}
/** A request that is sent again after a stall has so many times as long: the line may just be slow. */
const growth = 4
/**
 * Once a part is sent, its response is expected in so many times as long as its siblings took for as many bytes, and in ms at least.
 * A hop that buffers takes a part at once, and the line carries it later: only responses say how fast.
 */
const asSiblings = { times: 4, least: 5000 }
/** Responses of siblings that are remembered */
const remembered = 8

/** Watches one request. */
export type Watch = {
  /** A byte is expected before the timeout. */
  expectByte: () => void
  /** Everything was sent: the response is expected. */
  expectResponse: () => void
  /** The request ended, with the status of its response, or 0 for none. */
  end: (status: number) => void
}

/** A request with a body, one that the store needs time for, or any other. */
export type Kind = keyof typeof kinds

/** Finds requests that make no progress. */
export const createWatchdog = () => {
  /** How often a request has stalled: a part is known by its body, which is the same in each try, others by their kind. */
  const stalls = new WeakMap<object, number>()
  /** ms for each byte that the last parts waited for their responses */
  let paces: number[] = []
  /** The bytes of each part that waits for its response; what its siblings experience changes its time. */
  const waiting = new Map<() => void, number>()

  const bytesWaiting = () => [...waiting.values()].reduce((sum, size) => sum + size, 0)
  const expectAllAnew = () => {
    for (const expectAnew of waiting.keys()) expectAnew()
  }

  return {
    watch: (kind: Kind, body: unknown, onStall: () => void): Watch => {
      const { first, most } = kinds[kind]
      const key = body instanceof Blob ? body : kinds[kind]
      const size = body instanceof Blob ? body.size : 0
      const begun = performance.now()
      let timer: ReturnType<typeof setTimeout> | undefined
      let sentAt: number | undefined
      /** What waited when this was sent, itself included: the line may carry it as the last. */
      let before = 0

      const stall = () => {
        stalls.set(key, (stalls.get(key) ?? 0) + 1)
        onStall()
      }
      const expectWithin = (ms: number, since = performance.now()) => {
        clearTimeout(timer)
        const timeout = Math.min(ms * growth ** (stalls.get(key) ?? 0), most)
        timer = setTimeout(stall, Math.max(0, since + timeout - performance.now()))
      }
      const expectLikeSiblings = () => {
        if (sentAt === undefined) return
        const likeSiblings = Math.max(...paces) * Math.max(before, bytesWaiting()) * asSiblings.times
        // A part that took long to leave is on a slow line, which has to empty the device's own buffers as well.
        const unknown = Math.max(first, sentAt - begun)
        expectWithin(paces.length > 0 ? Math.max(likeSiblings, asSiblings.least) : unknown, sentAt)
      }
      return {
        expectByte: () => expectWithin(first),
        expectResponse: () => {
          if (kind !== 'part') return expectWithin(first)
          sentAt = performance.now()
          waiting.set(expectLikeSiblings, size)
          before = bytesWaiting()
          return expectAllAnew()
        },
        end: (status) => {
          clearTimeout(timer)
          waiting.delete(expectLikeSiblings)
          if (status === 0) return
          stalls.delete(key)
          // What is refused need not have been carried.
          if (sentAt !== undefined && status < 300 && size >= leastMeasured)
            paces = [...paces.slice(1 - remembered), (performance.now() - sentAt) / size]
          expectAllAnew()
        },
      }
    },
  }
}
