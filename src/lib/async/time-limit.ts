import { sleep } from './sleep.ts'

/** Resolves to the result of `work`, or to undefined after `timeoutMs`. The work itself continues. */
export const withTimeLimit = <T>(
  work: Promise<T>,
  timeoutMs: number,
  wait: (ms: number, signal?: AbortSignal) => Promise<void> = sleep,
): Promise<T | undefined> => {
  const stopWaiting = new AbortController()
  const timeout = wait(timeoutMs, stopWaiting.signal).then(() => undefined)
  return Promise.race([work, timeout]).finally(() => stopWaiting.abort())
}

/** Whether an error is that of an expired time limit, for example of `AbortSignal.timeout`. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'TimeoutError'
