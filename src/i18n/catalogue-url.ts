import { catalogueHashes } from 'virtual:catalogue-hashes'
import type { LocaleCode } from '../config/locales.ts'
import { toHashedUrl, type CatalogueFile } from '../config/catalogue-files.ts'

/**
 * Returns the URL of a catalogue file of this build. A file that the build does not publish has no hash, so
 * its URL contains `unknown`, and a request for it fails with 404.
 */
export const getCatalogueUrl = (locale: LocaleCode, file: CatalogueFile): string =>
  toHashedUrl(locale, file, catalogueHashes[locale][file] ?? 'unknown')
