import * as v from 'valibot'
import { ignoreInvalid } from '../../../lib/ignore-invalid.ts'
import { deviceFiltersSchema, type DeviceFilters } from './device-filters.ts'

/**
 * A search param with the path from the first page of the list to the current page: the cursor of each page
 * after the first, joined by dots. Each cursor points only to the following page, so the links back need the
 * earlier cursors.
 */
export type PageTrail = string | undefined

/** How many pages the links lead back. The limit keeps the URL short: a cursor has about 75 characters. */
const maxCursors = 20

/** The search params of the page with the list: its filters, and the page trail (`after`). */
export const devicesSearchSchema = v.object({
  ...deviceFiltersSchema.entries,
  after: ignoreInvalid(v.pipe(v.string(), v.regex(/^[\w-]+(?:\.[\w-]+)*$/), v.maxLength(8000))),
})

const listCursors = (trail: PageTrail): string[] => trail?.split('.') ?? []

/** Returns the cursor of the current page, or undefined for the first page. */
export const getCursor = (trail: PageTrail): string | undefined => listCursors(trail).at(-1)

/** Returns the search params of the next page. `next` is its cursor. */
export const toNextPage = (filters: DeviceFilters, trail: PageTrail, next: string) => ({
  ...filters,
  after: [...listCursors(trail), next].slice(-maxCursors).join('.'),
})

/** Returns the search params of the previous page. */
export const toPreviousPage = (filters: DeviceFilters, trail: PageTrail) => {
  const cursors = listCursors(trail).slice(0, -1)
  return { ...filters, ...(cursors.length > 0 && { after: cursors.join('.') }) }
}
