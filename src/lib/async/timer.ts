/** Calls `onEnd` once when a wait ends. A new `start` replaces a wait that has not ended (debounce). */
export const createTimer = (onEnd: () => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = (): void => {
    clearTimeout(timer)
    timer = undefined
  }
  return {
    start: (ms: number): void => {
      stop()
      timer = setTimeout(() => {
        timer = undefined
        onEnd()
      }, ms)
    },
    stop,
    /** Whether a wait has not ended. */
    isRunning: (): boolean => timer !== undefined,
  }
}
