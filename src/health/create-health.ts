import type { ErrorPlace, UploadOutcome, Vital } from '../contract/product-api/health-api.ts'
import { reduceError } from '../contract/reduced-error.ts'
import { parsed } from '../lib/parsed.ts'
import type { KeyValues } from '../platform/storage/key-values.ts'
import { addError, addUpload, addVitals, collected, nothing, type Collected } from './collected.ts'

/** The one value of its collection. */
export const collectedKey = 'collected'

type Deps = {
  values: KeyValues
  place: ErrorPlace
  /** The app's version with its build. */
  version: () => Promise<string>
  /** Of our own scripts. */
  origin: string
  /** ms since epoch */
  now: () => number
}

/**
 * Counts, on this device, how the app does, where that is allowed. Never throws and never waits for the network: what cannot
 * be stored, as on a full device, is dropped.
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
    /** Begins to count; or ends it, and deletes what was not sent. */
    allow: (isAllowed: boolean): Promise<void> => {
      const change = isAllowed
        ? values.update(collectedKey, (stored) => parsed(collected, stored) ?? nothing)
        : values.remove(collectedKey)
      return change.catch(() => undefined)
    },
    /** Counts whatever was thrown; `route` is the pattern of the page that shows it. */
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
