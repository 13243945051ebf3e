import { errors } from '../contract/errors.ts'
import type { ApiFailure } from '../contract/api-failure.ts'
import type { Result } from '../lib/result.ts'
import type { ProviderFault } from './providers/provider.ts'

/** Specification §9: three attempts, 1.5 s apart, at sign-in and verification. */
const attempts = 3
const pause = 1500

/** Repeats work while it fails in a way that can pass; returns the last result. */
export const retry = async <T, E>(
  work: () => Promise<Result<T, E>>,
  { canPass, sleep }: { canPass: (error: E) => boolean; sleep: (ms: number) => Promise<void> },
): Promise<Result<T, E>> => {
  let result = await work()
  for (let attempt = 1; attempt < attempts && !result.ok && canPass(result.error); attempt += 1) {
    await sleep(pause)
    result = await work()
  }
  return result
}

/**
 * Whether the same attempt at a provider can succeed a moment later. A timeout is not retried, because the
 * coach has already waited long enough. The coach sees the failure and decides.
 */
export const canFaultPass = ({ kind }: ProviderFault): boolean => kind === 'network' || kind === 'service'

/** As `canFaultPass`, for a call of the product API. */
export const canApiPass = ({ code, timedOut }: ApiFailure): boolean =>
  errors[code].next === 'retry' && timedOut !== true
