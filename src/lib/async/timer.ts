/** Creates a timer that calls `onEnd` when it ends. Each `start` replaces a running wait (debounce). */
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
    isRunning: (): boolean => timer !== undefined,
  }
}
