import { adminApi } from '../../../contract/product-api/admin/admin-api.ts'

/** Returns the URL of the answers of a country as a CSV file. */
export const getAnswersCsvUrl = (country: string): string =>
  `${adminApi.export.path}?${new URLSearchParams({ country }).toString()}`
