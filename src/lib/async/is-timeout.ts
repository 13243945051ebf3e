/** Whether an error comes from the time limit of an `AbortSignal.timeout`. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'TimeoutError'
