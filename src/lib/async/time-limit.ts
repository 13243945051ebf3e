import { sleep } from './sleep.ts'

/** Resolves to the result of the work, or to undefined after `timeoutMs`, which `wait` measures. */
export const withTimeLimit = <T>(
  work: Promise<T>,
  timeoutMs: number,
  wait: (ms: number, signal?: AbortSignal) => Promise<void> = sleep,
): Promise<T | undefined> => {
  const stopWaiting = new AbortController()
  const timeout = wait(timeoutMs, stopWaiting.signal).then(() => undefined)
  return Promise.race([work, timeout]).finally(() => stopWaiting.abort())
}

/** Whether an error comes from the time limit of an `AbortSignal.timeout`. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'TimeoutError'
