/** Whether something ended because the time of an `AbortSignal.timeout` was over. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'TimeoutError'
