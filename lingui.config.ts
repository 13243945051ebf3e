import { defineConfig } from '@lingui/conf'
import { defaultLocale, localeCodes, locales } from './src/config/locales.ts'

const getLanguage = (locale: (typeof localeCodes)[number]) => locales[locale].language

/**
 * Locations of the catalogues. A language has the complete texts. A locale has only the texts that differ and
 * falls back to its language. `locales/read-catalogue.ts` reads this.
 */
export default defineConfig({
  locales: [...new Set(localeCodes.map(getLanguage)), ...localeCodes],
  sourceLocale: getLanguage(defaultLocale),
  fallbackLocales: Object.fromEntries(localeCodes.map((locale) => [locale, getLanguage(locale)])),
  catalogs: [{ path: '<rootDir>/locales/{locale}/messages', include: ['src'] }],
})
