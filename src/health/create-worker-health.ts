import type { ErrorPlace } from '../contract/product-api/health-api.ts'
import { readAppVersion } from '../platform/app-version.ts'
import type { Browser } from '../platform/create-browser.ts'
import { createHealth } from './create-health.ts'

/** Measures in a worker, for the version that a page on this device ran last. */
export const createWorkerHealth = (
  { keyValues, now }: Pick<Browser, 'keyValues' | 'now'>,
  { place, origin }: { place: ErrorPlace; origin: string },
) =>
  createHealth({
    values: keyValues('health'),
    place,
    version: () => readAppVersion(keyValues('device')),
    origin,
    now,
  })
