import type { LocaleCode } from '../config/locales.ts'

/** The files of words that every locale has. */
export type CatalogueFile = 'messages' | 'courses' | 'pages'

/** The stable address of a file of words: the service worker caches it, no build changes it. */
export const catalogueAddress = (locale: LocaleCode, file: CatalogueFile): string =>
  `/locales/${locale}/${file}.json`
