/** Time as it comes in from outside, so that a test can move it. */
export type Clock = {
  /** ms since epoch */
  now: () => number
  /** ms since some moment: advances evenly even when the device's clock is set */
  elapsed: () => number
  /** Resolves after `ms`, or at once when the signal aborts. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>
}
