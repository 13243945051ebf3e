/** Bytes. The response to a smaller body measures the distance to the store, not the speed of the line. */
const minMeasuredBytes = 1_048_576
/**
 * ms without a byte, or without a response while the speed of the line is unknown, after which a request has
 * stalled. `first` applies to the first try; `most` is the limit for all tries.
 */
const kinds = {
  /**
   * A file or a part of one: four parts of 5 MiB that a hop buffered at once arrive within two hours at 3
   * kB/s.
   */
  part: { first: 30_000, most: 7_200_000 },
  /** S3 assembles a large object, and sends spaces meanwhile. */
  assembly: { first: 120_000, most: 240_000 },
  question: { first: 30_000, most: 240_000 },
}
/** The factor by which the timeout grows after a stall, because the line may just be slow. */
const growth = 4
/**
 * After a part is sent, its response may take `times` as long per byte as the responses to its siblings, and
 * at least `least` ms. A hop that buffers accepts a part at once, and the line carries it later: only
 * responses show the speed.
 */
const asSiblings = { times: 4, least: 5000 }
/** The number of remembered responses to siblings. */
const remembered = 8

export type Watch = {
  /** A byte is expected before the timeout. */
  expectByte: () => void
  /** Everything was sent: the response is expected. */
  expectResponse: () => void
  /** The request ended with this status of its response, or 0 if there was no response. */
  end: (status: number) => void
}

/** A request with a body, a request that the store needs time for, or any other request. */
export type Kind = keyof typeof kinds

/** Finds requests that make no progress. */
export const createWatchdog = () => {
  /**
   * How often a request has stalled. A part is identified by its body, which is the same in each try; other
   * requests by their kind.
   */
  const stalls = new WeakMap<object, number>()
  /** ms per byte that the last parts waited for their responses. */
  let paces: number[] = []
  /** The bytes of each part that waits for its response. A sibling's response changes its timeout. */
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
      /**
       * The bytes that were waiting when this part was sent, its own included: the line may carry it last.
       */
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
        // A part that took long to leave is on a slow line, which has to empty the device's own buffers as
        // well.
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
          // A refused part may not have been carried over the line.
          if (sentAt !== undefined && status < 300 && size >= minMeasuredBytes)
            paces = [...paces.slice(1 - remembered), (performance.now() - sentAt) / size]
          expectAllAnew()
        },
      }
    },
  }
}
