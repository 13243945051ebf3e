/** Time as a dependency, so that a test can move it. */
export type Clock = {
  /** ms since epoch */
  now: () => number
  /** In ms since an arbitrary moment. Advances evenly even when the device's clock is set. */
  elapsed: () => number
  /** Resolves after `ms`, or immediately when the signal aborts. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>
}
