import type { ApiFailure } from '../contract/api-failure.ts'
import { errors } from '../contract/errors.ts'
import type { ProductApiClient } from '../contract/product-api-client.ts'
import { parseOrUndefined } from '../lib/parse-or-undefined.ts'
import type { Log } from '../platform/log.ts'
import type { KeyValues } from '../platform/storage/key-values.ts'
import { emptyRecord, healthRecordKey, healthRecordSchema, removeSent, selectDue } from './health-record.ts'

type Deps = {
  keyValues: KeyValues
  api: Pick<ProductApiClient, 'call'>
  /** Returns the time in ms since the epoch. */
  now: () => number
  log: Log
}

/**
 * Whether the server may accept the same data later. An older server, which does not know the call, responds
 * `not-found`.
 */
const isTemporary = ({ code }: ApiFailure): boolean => {
  const { next } = errors[code]
  return next === 'retry' || next === 'sign-in' || code === 'not-found'
}

/** Returns the function that sends the collected health data, after the sync report. It never throws. */
export const createSendHealth =
  ({ keyValues, api, now, log }: Deps) =>
  async (customerId: string, signal: AbortSignal): Promise<void> => {
    try {
      const record =
        parseOrUndefined(healthRecordSchema, await keyValues.read(healthRecordKey)) ?? emptyRecord
      const dueData = selectDue(record, now())
      if (!dueData) return
      const response = await api.call('appHealth', { customer_id: customerId, ...dueData }, { signal })
      if (!response.ok && isTemporary(response.error)) return
      // If the server refused the data permanently, it is dropped like accepted data.
      await keyValues.update(healthRecordKey, (stored) => {
        const current = parseOrUndefined(healthRecordSchema, stored)
        return current && removeSent(current, dueData, now())
      })
    } catch (error) {
      log.warn('The health report could not be sent', { reason: String(error) })
    }
  }
