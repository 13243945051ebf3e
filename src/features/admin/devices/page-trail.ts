import * as v from 'valibot'
import { ignoreInvalid } from '../../../lib/ignore-invalid.ts'
import { deviceFiltersSchema, type DeviceFilters } from './device-filters.ts'

/**
 * The way from the first page of the list to the page on screen, as a search param: the cursor of each page,
 * joined by dots. The server's cursors only lead forward, so the address holds the way back.
 */
export type PageTrail = string | undefined

/** The number of pages that an address leads back; a cursor has about 75 characters. */
const maxCursors = 20

/** The search params of the page with the list: its filters, and the page of the list. */
export const devicesSearchSchema = v.object({
  ...deviceFiltersSchema.entries,
  after: ignoreInvalid(v.pipe(v.string(), v.regex(/^[\w-]+(?:\.[\w-]+)*$/), v.maxLength(8000))),
})

const listCursors = (trail: PageTrail): string[] => trail?.split('.') ?? []

/** The cursor of the page on screen; undefined for the first page. */
export const getCursor = (trail: PageTrail): string | undefined => listCursors(trail).at(-1)

export const toNextPage = (filters: DeviceFilters, trail: PageTrail, next: string) => ({
  ...filters,
  after: [...listCursors(trail), next].slice(-maxCursors).join('.'),
})

export const toPreviousPage = (filters: DeviceFilters, trail: PageTrail) => {
  const cursors = listCursors(trail).slice(0, -1)
  return { ...filters, ...(cursors.length > 0 && { after: cursors.join('.') }) }
}
