import type { ErrorPlace, UploadOutcome, Vital } from '../contract/product-api/health-api.ts'
import { reduceError } from '../contract/product-api/reduced-error.ts'
import { parseOrUndefined } from '../lib/parse-or-undefined.ts'
import type { KeyValues } from '../platform/storage/key-values.ts'
import {
  addError,
  addUpload,
  addVitals,
  emptyRecord,
  healthRecordKey,
  healthRecordSchema,
  type HealthRecord,
} from './health-record.ts'

type Deps = {
  keyValues: KeyValues
  /** The part of the app that runs here, for example the page or the service worker. */
  place: ErrorPlace
  /** The app's version with its build. */
  version: () => Promise<string>
  /** The origin of our own scripts. */
  origin: string
  /** Returns the time in ms since the epoch. */
  now: () => number
}

/**
 * Measures the health of the app on this device, if that is allowed. The methods never throw and never wait
 * for the network. Measurements that cannot be stored, for example on a full device, are dropped.
 */
export const createHealth = ({ keyValues, place, version, origin, now }: Deps) => {
  const updateIfAllowed = (change: (record: HealthRecord) => HealthRecord): Promise<void> =>
    keyValues
      .update(healthRecordKey, (stored) => {
        const record = parseOrUndefined(healthRecordSchema, stored)
        return record && change(record)
      })
      .catch(() => undefined)

  return {
    /** Starts to measure, or stops and deletes what was not sent. */
    setAllowed: (isAllowed: boolean): Promise<void> => {
      const keepOrCreate = (stored: unknown) => parseOrUndefined(healthRecordSchema, stored) ?? emptyRecord
      const written = isAllowed
        ? keyValues.update(healthRecordKey, keepOrCreate)
        : keyValues.remove(healthRecordKey)
      return written.catch(() => undefined)
    },
    /** Counts a thrown value. `route` is the pattern of the page on screen. */
    countError: async (thrown: unknown, route?: string): Promise<void> => {
      // Undefined for an error of another script, such as an extension.
      const reducedError = reduceError(thrown, origin)
      if (!reducedError) return
      const optionalRoute = route !== undefined && { route }
      const error = { place, version: await version(), ...optionalRoute, ...reducedError }
      await updateIfAllowed((record) => addError(record, error, now()))
    },
    addVitals: (vitals: readonly Vital[]) => updateIfAllowed((record) => addVitals(record, vitals)),
    countUpload: (upload: Omit<UploadOutcome, 'count'>) =>
      updateIfAllowed((record) => addUpload(record, upload)),
  }
}
