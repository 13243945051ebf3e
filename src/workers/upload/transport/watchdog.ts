/**
 * In bytes. For a smaller body, the time of the response depends on the distance to the object store, not on
 * the speed of the line.
 */
const minMeasuredBytes = 1_048_576
/**
 * ms without a byte, or without a response while the speed of the line is unknown, after which a request of
 * this kind has stalled. `first` applies to the first try; `max` is the limit for all tries.
 */
const timeouts = {
  /**
   * A file or a part of one. If a device on the way buffers four parts of 5 MiB at once, they arrive within
   * two hours at 3 kB/s.
   */
  part: { first: 30_000, max: 7_200_000 },
  /** A request for which S3 assembles a large object. S3 sends spaces until it is done. */
  assembly: { first: 120_000, max: 240_000 },
  /** Any other request. */
  question: { first: 30_000, max: 240_000 },
}
/** The factor by which the timeout grows after a stall, because the line may just be slow. */
const stallFactor = 4
/**
 * After a part is sent, its response may take `factor` times as long per byte as the responses to its
 * siblings (other parts that were sent before), and at least `min` ms. A device on the way may accept a part
 * at once and send it over the line later, so only responses show the speed.
 */
const siblingTimeout = { factor: 4, min: 5000 }
/** The maximum number of values in `paces`. */
const maxPaces = 8

export type Watch = {
  /** A byte is expected before the timeout. */
  expectByte: () => void
  /** Everything was sent: the response is expected. */
  expectResponse: () => void
  /** The request ended with this status of its response, or 0 if there was no response. */
  end: (status: number) => void
}

export type RequestKind = keyof typeof timeouts

/** Creates a watchdog, which finds requests that make no progress. Each request has its own `Watch`. */
export const createWatchdog = () => {
  /**
   * How often a request has stalled. A part is identified by its body, which is the same in each try; other
   * requests by their kind.
   */
  const stalls = new WeakMap<object, number>()
  /** How long the last parts waited for their responses, in ms per byte. */
  let paces: number[] = []
  /**
   * The bytes of each part that waits for its response, by the function that restarts its timeout: each
   * response to a sibling changes that timeout.
   */
  const waiting = new Map<() => void, number>()

  const bytesWaiting = () => [...waiting.values()].reduce((sum, size) => sum + size, 0)
  const restartAll = () => {
    for (const restart of waiting.keys()) restart()
  }

  return {
    watch: (kind: RequestKind, body: unknown, onStall: () => void): Watch => {
      const { first, max } = timeouts[kind]
      const key = body instanceof Blob ? body : timeouts[kind]
      const size = body instanceof Blob ? body.size : 0
      const startedAt = performance.now()
      let timer: ReturnType<typeof setTimeout> | undefined
      let sentAt: number | undefined
      /**
       * The bytes that were waiting when this part was sent, its own included: the line may carry this part
       * last.
       */
      let bytesBefore = 0

      const stall = () => {
        stalls.set(key, (stalls.get(key) ?? 0) + 1)
        onStall()
      }
      const expectWithin = (ms: number, startTime = performance.now()) => {
        clearTimeout(timer)
        const timeout = Math.min(ms * stallFactor ** (stalls.get(key) ?? 0), max)
        timer = setTimeout(stall, Math.max(0, startTime + timeout - performance.now()))
      }
      const expectLikeSiblings = () => {
        if (sentAt === undefined) return
        const likeSiblings =
          Math.max(...paces) * Math.max(bytesBefore, bytesWaiting()) * siblingTimeout.factor
        // A part that took long to leave is on a slow line, which has to empty the device's own buffers as
        // well.
        const withoutSiblings = Math.max(first, sentAt - startedAt)
        expectWithin(paces.length > 0 ? Math.max(likeSiblings, siblingTimeout.min) : withoutSiblings, sentAt)
      }
      return {
        expectByte: () => expectWithin(first),
        expectResponse: () => {
          if (kind !== 'part') return expectWithin(first)
          sentAt = performance.now()
          waiting.set(expectLikeSiblings, size)
          bytesBefore = bytesWaiting()
          return restartAll()
        },
        end: (status) => {
          clearTimeout(timer)
          waiting.delete(expectLikeSiblings)
          if (status === 0) return
          stalls.delete(key)
          // A refused part may not have been carried over the line.
          if (sentAt !== undefined && status < 300 && size >= minMeasuredBytes)
            paces = [...paces.slice(1 - maxPaces), (performance.now() - sentAt) / size]
          restartAll()
        },
      }
    },
  }
}
