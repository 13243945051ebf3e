import type { ErrorPlace, UploadOutcome, Vital } from '../contract/product-api/health-api.ts'
import { reduceError } from '../contract/product-api/reduced-error.ts'
import { parsed } from '../lib/parsed.ts'
import type { KeyValues } from '../platform/storage/key-values.ts'
import { addError, addUpload, addVitals, collected, nothing, type Collected } from './collected.ts'

/** The only key of its collection. */
export const collectedKey = 'collected'

type Deps = {
  values: KeyValues
  place: ErrorPlace
  /** The app's version with its build. */
  version: () => Promise<string>
  /** The origin of our own scripts. */
  origin: string
  /** ms since epoch */
  now: () => number
}

/**
 * Measures the health of the app on this device, if that is allowed. Never throws and never waits for the
 * network. Measurements that cannot be stored, for example on a full device, are dropped.
 */
export const createHealth = ({ values, place, version, origin, now }: Deps) => {
  const whereAllowed = (change: (before: Collected) => Collected): Promise<void> =>
    values
      .update(collectedKey, (stored) => {
        const before = parsed(collected, stored)
        return before && change(before)
      })
      .catch(() => undefined)

  return {
    /** Starts to measure, or stops and deletes what was not sent. */
    allow: (isAllowed: boolean): Promise<void> => {
      const change = isAllowed
        ? values.update(collectedKey, (stored) => parsed(collected, stored) ?? nothing)
        : values.remove(collectedKey)
      return change.catch(() => undefined)
    },
    /** Counts a thrown value. `route` is the pattern of the page on screen. */
    error: async (thrown: unknown, route?: string): Promise<void> => {
      const reduced = reduceError(thrown, origin)
      if (!reduced) return
      const error = { place, version: await version(), ...(route !== undefined && { route }), ...reduced }
      await whereAllowed((before) => addError(before, error, now()))
    },
    vitals: (vitals: readonly Vital[]) => whereAllowed((before) => addVitals(before, vitals)),
    upload: (upload: Omit<UploadOutcome, 'count'>) => whereAllowed((before) => addUpload(before, upload)),
  }
}
