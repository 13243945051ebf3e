import { catalogueHashes } from 'virtual:catalogue-hashes'
import type { LocaleCode } from '../config/locales.ts'
import { hashedUrl, type CatalogueFile } from '../config/catalogue-files.ts'

/**
 * The URL of a catalogue file of this build. Only a file that the build does not publish has no hash; its
 * request ends with 404.
 */
export const catalogueUrl = (locale: LocaleCode, file: CatalogueFile): string =>
  hashedUrl(locale, file, catalogueHashes[locale][file] ?? 'unknown')
