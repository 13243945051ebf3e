/** Time as a dependency, so that a test can move it. */
export type Clock = {
  /** In ms since the epoch. */
  now: () => number
  /** In ms since an arbitrary moment. A change of the device's clock does not affect it. */
  elapsed: () => number
  /** Resolves after `ms`, or immediately when the signal aborts. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>
}
