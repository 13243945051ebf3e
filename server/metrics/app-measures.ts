import type { Meter } from '@opentelemetry/api'
import { routePatterns } from '../../src/config/pages.ts'
import {
  errorPlaces,
  pauseReasons,
  retryReasons,
  uploadOutcomes,
  vitalNames,
  type AppError,
  type UploadOutcome,
  type Vital,
} from '../../src/contract/product-api/health-api.ts'
import { rateVital } from '../../src/contract/product-api/vital-ratings.ts'
import { buckets } from './buckets.ts'

/** Limits a label to a list. Any other value, from a newer app or a false report, becomes `other`. */
const limitLabel = (list: readonly string[], value: string): string =>
  list.includes(value) ? value : 'other'

const uploadReasons = [...pauseReasons, ...retryReasons]

/** Measures what devices report with their owners' consent. The server cannot verify these reports. */
export const createAppMeasures = (meter: Meter, release: string) => {
  const errors = meter.createCounter('product.app.errors', {
    description: 'App errors on devices. `version` is the release of this server, or `other`.',
  })
  const vitals = meter.createHistogram('product.app.vital.seconds', {
    description: 'LCP, INP, FCP and TTFB of pages on devices, by route pattern and rating.',
    unit: 's',
    advice: { explicitBucketBoundaries: [...buckets.vital] },
  })
  const shifts = meter.createHistogram('product.app.layout.shift', {
    description: 'Layout shift (CLS) of pages on devices, by route pattern and rating.',
    advice: { explicitBucketBoundaries: [...buckets.shift] },
  })
  const uploads = meter.createCounter('product.app.uploads', {
    description: 'Ended uploads by outcome. Also pauses, and requests sent or signed again, by reason.',
  })

  return {
    appError: ({ version, place, count }: Pick<AppError, 'version' | 'place' | 'count'>) =>
      // The sender chooses the version, so only that of this release becomes a label. What follows `+` in a
      // version identifies the build.
      errors.add(count, {
        version: version.split('+')[0] === release ? release : 'other',
        place: limitLabel(errorPlaces, place),
      }),
    appVital: ({ vital, route, value }: Vital) => {
      const name = vitalNames.find((candidate) => candidate === vital)
      if (!name) return
      const labels = { route: limitLabel(routePatterns, route), rating: rateVital(name, value) }
      if (name === 'CLS') shifts.record(value, labels)
      else vitals.record(value / 1000, { vital: name, ...labels })
    },
    appUpload: ({ outcome, reason, count }: UploadOutcome) =>
      uploads.add(count, {
        outcome: limitLabel(uploadOutcomes, outcome),
        reason: reason === undefined ? '' : limitLabel(uploadReasons, reason),
      }),
  }
}
