import type { LocaleCode } from '../config/locales.ts'

/** The files that every locale has; `messages` holds the interface. */
export const catalogueFiles = ['messages', 'courses', 'pages'] as const
export type CatalogueFile = (typeof catalogueFiles)[number]

/** The stable address of a catalogue file: the service worker caches it, no build changes it. */
export const catalogueAddress = (locale: LocaleCode, file: CatalogueFile): string =>
  `/locales/${locale}/${file}.json`
