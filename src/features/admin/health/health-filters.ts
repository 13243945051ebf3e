import * as v from 'valibot'
import { vitalNames } from '../../../contract/product-api/health-api.ts'
import { healthPeriods } from '../../../contract/product-api/admin/admin-filters.ts'
import { ignoreInvalid } from '../../../lib/ignore-invalid.ts'

/** The filters in the search params of the page. */
export const healthFiltersSchema = v.object({
  /** The period, in days. The router parses a search param that looks like a number as a number. */
  days: ignoreInvalid(
    v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.picklist(healthPeriods.map(Number))),
  ),
  /** The vital whose pages are listed. */
  vital: ignoreInvalid(v.picklist(vitalNames)),
})
export type HealthFilters = v.InferOutput<typeof healthFiltersSchema>

/** Returns the filters with defaults for unset ones. */
export const completeFilters = ({ days, vital }: HealthFilters) => ({
  period: healthPeriods.find((period) => Number(period) === days) ?? '28',
  vital: vital ?? 'LCP',
})
export type CompleteHealthFilters = ReturnType<typeof completeFilters>
