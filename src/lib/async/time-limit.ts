import { sleep } from './sleep.ts'

/** Resolves to the result of the work, or to undefined after `timeout` ms, which `wait` measures. */
export const withTimeLimit = <T>(
  work: Promise<T>,
  timeout: number,
  wait: (ms: number, signal?: AbortSignal) => Promise<void> = sleep,
): Promise<T | undefined> => {
  const over = new AbortController()
  const late = wait(timeout, over.signal).then(() => undefined)
  return Promise.race([work, late]).finally(() => over.abort())
}

/** Whether an error comes from the time limit of an `AbortSignal.timeout`. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'TimeoutError'
