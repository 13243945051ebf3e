/**
 * Bodies below this size are not measured, because the time until their response depends on the distance to
 * the object store more than on the speed of the line.
 */
const minMeasuredBytes = 1_048_576
/**
 * The timeouts of each kind of request, in ms: how long it may go without a sent or received byte before it
 * is treated as stalled. `first` is for the first attempt, `max` for an attempt after many stalls.
 */
const timeouts = {
  /**
   * A file or a part of one. The maximum covers a device on the way, such as a router, that accepts four
   * parts of 5 MiB immediately and needs two hours to forward them at 3 kB/s.
   */
  part: { first: 30_000, max: 7_200_000 },
  /** A request that makes S3 assemble a large object. S3 sends spaces until it is done. */
  assembly: { first: 120_000, max: 240_000 },
  /** Any other request, which has a short body or none. */
  short: { first: 30_000, max: 240_000 },
}
/** How many times longer the timeout becomes after a stall, because the line may just be slow. */
const stallFactor = 4
/**
 * The timeout for the response to a part that is completely sent: `factor` times the longest time per byte of
 * the parts before it, and at least `minMs`.
 */
const responseTimeout = { factor: 4, minMs: 5000 }
/** The timeout depends on this many of the last measured parts, because the speed of a line changes. */
const maxMeasuredParts = 8

/** The watch over one request. The caller reports the events of the request. */
export type Watch = {
  /** A byte was sent or received, or the request starts, so the next byte is expected before the timeout. */
  expectByte: () => void
  /** The whole body was sent, or there is none, so the response is expected. */
  expectResponse: () => void
  /** The request ended with this status of its response, or 0 if there was no response. */
  end: (status: number) => void
}

export type RequestKind = keyof typeof timeouts

/**
 * A file or a part of one. `id` is the same in each attempt, also after a pause, so that each stall makes the
 * timeout longer until it is long enough for a slow line. `size` is in bytes.
 */
export type WatchedPart = { id: string; size: number }

/** Measures how long the responses to parts take, which shows the speed of the slowest line on the way. */
const createResponseTimes = () => {
  /** How long the last measured parts waited for their responses, in ms per byte. */
  let timesPerByte: number[] = []
  return {
    /**
     * Adds the time that a part of `size` bytes waited for its response. Keeps the last `maxMeasuredParts`.
     */
    add: (ms: number, size: number) => {
      timesPerByte = [...timesPerByte.slice(1 - maxMeasuredParts), ms / size]
    },
    /**
     * Estimates how many ms a response may take if the line must carry this many bytes before. Returns
     * undefined if nothing is measured yet.
     */
    estimateMs: (bytes: number): number | undefined => {
      if (timesPerByte.length === 0) return undefined
      const estimatedMs = Math.max(...timesPerByte) * bytes * responseTimeout.factor
      return Math.max(estimatedMs, responseTimeout.minMs)
    },
  }
}

/**
 * Creates a watchdog, which finds requests that have stalled: the connection is open, but no byte moves. Such
 * a request would otherwise hang for minutes. Each request has its own `Watch`, and `onStall` aborts it.
 *
 * The difficulty is the time between the last sent byte of a part and the response. A device on the way may
 * accept a part immediately and forward it later over a slow line, so only responses show how fast it is.
 * The timeout for a response is therefore estimated from how long the responses to earlier parts took.
 */
export const createWatchdog = () => {
  /** How many times a request has stalled: by the id of a part, and for all other requests by their kind. */
  const stallCounts = new Map<string, number>()
  const responseTimes = createResponseTimes()
  /**
   * The parts that wait for their responses: the size of each in bytes, by the function that sets its timeout
   * again. A response to one part shows the current speed, which changes the timeouts of all others.
   */
  const waitingParts = new Map<() => void, number>()

  const sumWaitingBytes = () => [...waitingParts.values()].reduce((sum, size) => sum + size, 0)
  const updateTimeouts = () => {
    for (const updateTimeout of waitingParts.keys()) updateTimeout()
  }

  return {
    watch: (kind: RequestKind, part: WatchedPart | undefined, onStall: () => void): Watch => {
      const { first, max } = timeouts[kind]
      const { id: stallKey, size } = part ?? { id: kind, size: 0 }
      const startedAt = performance.now()
      let timer: ReturnType<typeof setTimeout> | undefined
      /** When the last byte of this part was sent. */
      let sentAt: number | undefined
      /** The bytes of all parts, including this part, that were waiting for a response at `sentAt`. */
      let waitingBytesWhenSent = 0

      const stall = () => {
        stallCounts.set(stallKey, (stallCounts.get(stallKey) ?? 0) + 1)
        onStall()
      }
      /** Restarts the timer. The request stalls `ms` after `startTime`, or later if it has stalled before. */
      const stallAfter = (ms: number, startTime = performance.now()) => {
        clearTimeout(timer)
        const timeoutMs = Math.min(ms * stallFactor ** (stallCounts.get(stallKey) ?? 0), max)
        timer = setTimeout(stall, Math.max(0, startTime + timeoutMs - performance.now()))
      }
      /**
       * Estimates how many ms the response to this part may take. `sendingMs` is how long the part was sent.
       */
      const estimateResponseMs = (sendingMs: number): number => {
        // All parts share the line, which may carry this part after all others.
        const sharedBytes = Math.max(waitingBytesWhenSent, sumWaitingBytes())
        // If nothing is measured yet: a part that took long to leave the device is on a slow line, which must
        // also empty the buffers of the device.
        return responseTimes.estimateMs(sharedBytes) ?? Math.max(first, sendingMs)
      }
      const updateResponseTimeout = () => {
        if (sentAt !== undefined) stallAfter(estimateResponseMs(sentAt - startedAt), sentAt)
      }
      return {
        expectByte: () => stallAfter(first),
        expectResponse: () => {
          if (kind !== 'part') return stallAfter(first)
          sentAt = performance.now()
          waitingParts.set(updateResponseTimeout, size)
          waitingBytesWhenSent = sumWaitingBytes()
          return updateTimeouts()
        },
        end: (status) => {
          clearTimeout(timer)
          waitingParts.delete(updateResponseTimeout)
          // Without a response, the request may stall again, so its number of stalls stays.
          if (status === 0) return
          stallCounts.delete(stallKey)
          // A part that was refused may not have been carried over the whole line, so it is not measured.
          if (sentAt !== undefined && status < 300 && size >= minMeasuredBytes)
            responseTimes.add(performance.now() - sentAt, size)
          updateTimeouts()
        },
      }
    },
  }
}
