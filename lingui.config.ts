import { defineConfig } from '@lingui/conf'
import { defaultLocale, localeCodes, locales } from './src/config/locales.ts'

const getLanguage = (locale: (typeof localeCodes)[number]) => locales[locale].language

/**
 * Defines where the catalogues are. A language (`es`) has all texts. A locale (`es-MX`) has only the texts
 * that differ and falls back to its language. `locales/read-catalogue.ts` uses this configuration too.
 */
export default defineConfig({
  locales: [...new Set(localeCodes.map(getLanguage)), ...localeCodes],
  sourceLocale: getLanguage(defaultLocale),
  fallbackLocales: Object.fromEntries(localeCodes.map((locale) => [locale, getLanguage(locale)])),
  catalogs: [{ path: '<rootDir>/locales/{locale}/messages', include: ['src'] }],
})
