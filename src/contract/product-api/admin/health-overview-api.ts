import * as v from 'valibot'
import { timestamp } from '../../shared-schemas.ts'
import { healthPeriods } from './admin-filters.ts'
import { viewerQuery } from '../api-call.ts'
import { vitalNames } from '../health-api.ts'

// What admins see of the health of the app. Query values are strings.

/** Fewer reports than this give no percentile, because a few slow phones would decide it. */
export const minVitalReports = 20
/** The most routes that are listed for a vital. */
export const maxListedRoutes = 10
/** The most errors that are listed. */
export const maxListedErrors = 50

const count = v.number()
const route = v.string()

/** A web vital over all routes. Its values are in ms, except for CLS. */
const vitalSummary = v.object({
  vital: v.picklist(vitalNames),
  /** How many pages reported the vital. */
  count,
  /** Three of four reports were at most this. Null if there are fewer than `minVitalReports`. */
  p75: v.nullable(v.number()),
  /** How many reports had each rating. */
  ratings: v.object({ good: count, needs_improvement: count, poor: count }),
  /** The slowest routes with at least `minVitalReports` reports, the slowest first. */
  routes: v.array(v.object({ route, p75: v.number(), count })),
})
export type VitalSummary = v.InferOutput<typeof vitalSummary>

/** All equal errors. */
const errorSummary = v.object({
  id: v.string(),
  place: v.string(),
  message: v.string(),
  /** Null outside a page. */
  route: v.nullable(route),
  /** Since `first_seen`. */
  count,
  first_seen: timestamp,
  last_seen: timestamp,
  /** The version in the most recent report. */
  version: v.nullable(v.string()),
})
export type ErrorSummary = v.InferOutput<typeof errorSummary>

export const healthOverviewApi = {
  appHealthOverview: {
    ...viewerQuery('/api/app-health-overview'),
    body: v.strictObject({ days: v.optional(v.picklist(healthPeriods), '28') }),
    response: v.object({ vitals: v.array(vitalSummary), errors: v.array(errorSummary) }),
  },
} as const
