import type { ApiFailure } from '../contract/api-failure.ts'
import { errors } from '../contract/errors.ts'
import type { ProductApiClient } from '../contract/product-api-client.ts'
import { parsed } from '../lib/parsed.ts'
import type { Log } from '../platform/log.ts'
import type { KeyValues } from '../platform/storage/key-values.ts'
import { collected, dueOf, nothing, withoutSent } from './collected.ts'
import { collectedKey } from './create-health.ts'

type Deps = {
  values: KeyValues
  api: Pick<ProductApiClient, 'call'>
  /** ms since epoch */
  now: () => number
  log: Log
}

/** Failures that may pass, also `not-found`: older servers lack the call. Other refusals drop the data. */
const isForLater = ({ code }: ApiFailure): boolean => {
  const { next } = errors[code]
  return next === 'retry' || next === 'sign-in' || code === 'not-found'
}

/** Sends the measurements once, as the customer, after everything else. Never throws. */
export const createSendHealth =
  ({ values, api, now, log }: Deps) =>
  async (customer: string, signal: AbortSignal): Promise<void> => {
    try {
      const due = dueOf(parsed(collected, await values.read(collectedKey)) ?? nothing, now())
      if (!due) return
      const response = await api.call('appHealth', { customer_id: customer, ...due }, { signal })
      if (!response.ok && isForLater(response.error)) return
      await values.update(collectedKey, (stored) => {
        const before = parsed(collected, stored)
        return before && withoutSent(before, due, now())
      })
    } catch (error) {
      log.warn('What was counted could not be read', { reason: String(error) })
    }
  }
