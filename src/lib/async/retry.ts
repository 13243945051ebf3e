import type { Result } from '../result.ts'

/** How many times work is attempted, and after which failures. */
export type RetryPolicy<E> = {
  /** The maximum number of attempts, including the first. */
  attempts: number
  /** The wait between two attempts, in ms. */
  pause: number
  shouldRetry: (error: E) => boolean
}

/** Repeats work by a policy until it succeeds. Returns the last result. */
export const retry = async <T, E>(
  work: () => Promise<Result<T, E>>,
  { attempts, pause, shouldRetry }: RetryPolicy<E>,
  sleep: (ms: number) => Promise<void>,
): Promise<Result<T, E>> => {
  let result = await work()
  for (let attempt = 1; attempt < attempts && !result.ok && shouldRetry(result.error); attempt += 1) {
    await sleep(pause)
    result = await work()
  }
  return result
}
