import { errors } from '../contract/errors.ts'
import type { ApiFailure } from '../contract/api-failure.ts'
import type { Result } from '../lib/result.ts'
import type { ProviderFault } from './providers/provider.ts'

/** Specification §9: sign-in and verification are tried three times, 1.5 s apart. */
const attempts = 3
const pause = 1500

/** Does the work again as long as it fails in a way that can pass by itself; returns the last result. */
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
 * Whether the same attempt at a provider can succeed a moment later. One that kept the coach waiting for its whole
 * timeout is not tried again: the coach hears of it, and decides.
 */
export const canFaultPass = ({ kind }: ProviderFault): boolean => kind === 'network' || kind === 'service'

/** The same for a call of the product API. */
export const canApiPass = ({ code, timedOut }: ApiFailure): boolean =>
  errors[code].next === 'retry' && timedOut !== true
