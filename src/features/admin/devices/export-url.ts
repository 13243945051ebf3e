import { adminApi } from '../../../contract/product-api/admin/admin-api.ts'
import { toQuery, type DeviceFilters } from './device-filters.ts'

/** Returns the URL of the filtered list as a CSV file. */
export const getExportUrl = (filters: DeviceFilters): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(toQuery(filters)))
    if (value !== undefined) search.set(name, value)
  return `${adminApi.syncExport.path}?${search.toString()}`
}
