import { defineConfig } from '@lingui/conf'
import { defaultLocale, localeCodes } from './src/config/locales.ts'

/** Where the words are. The catalogue plugin of `vite.config.ts` and the catalogue test read this. */
export default defineConfig({
  locales: [...localeCodes],
  sourceLocale: defaultLocale,
  catalogs: [{ path: '<rootDir>/locales/{locale}/messages', include: ['src'] }],
})
