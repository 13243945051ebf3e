import type { ApiFailure } from '../contract/api-failure.ts'
import { errors } from '../contract/errors.ts'
import type { RetryPolicy } from '../lib/async/retry.ts'
import type { ProviderFailure } from './providers/provider.ts'

/** For sign-in and verification (specification §9). The pause is in ms. */
const threeAttempts = { attempts: 3, pause: 1500 }

/** A refused read of the profile is repeated once after 3 s (specification §4 and §9). */
export const oneMoreRead = { attempts: 2, pause: 3000 }

/**
 * For a call of an identity provider. A timeout is not retried, because the coach has already waited long
 * enough. The coach sees the failure and decides.
 */
export const providerRetry: RetryPolicy<ProviderFailure> = {
  ...threeAttempts,
  shouldRetry: ({ kind }) => kind === 'network' || kind === 'service',
}

/** For a call of the product API. A timeout is not retried, because the coach has already waited. */
export const apiRetry: RetryPolicy<ApiFailure> = {
  ...threeAttempts,
  shouldRetry: ({ code, timedOut }) => errors[code].next === 'retry' && timedOut !== true,
}

/** For calls that only the coach repeats. */
export const noRetry: RetryPolicy<unknown> = { attempts: 1, pause: 0, shouldRetry: () => false }
