import { catalogueHashes } from 'virtual:catalogue-hashes'
import type { LocaleCode } from '../config/locales.ts'
import { hashedAddress, type CatalogueFile } from '../config/catalogue-files.ts'

/** The address of a catalogue file of this build. */
export const catalogueAddress = (locale: LocaleCode, file: CatalogueFile): string =>
  hashedAddress(locale, file, catalogueHashes[locale][file] ?? 'unknown')
