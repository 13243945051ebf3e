import type { Plugin } from 'vite'
import { localeCodes, type LocaleCode } from '../src/config/locales.ts'
import { manifestOf } from './manifest.ts'

const addressOf = (locale: LocaleCode): string => `/manifests/${locale}.webmanifest`

/** Emits one web app manifest per locale, in its language. The app links the one of the locale on screen. */
export const manifests = (): Plugin => ({
  name: 'breaking-barriers:manifests',
  generateBundle: function emit() {
    for (const locale of localeCodes) {
      this.emitFile({
        type: 'asset',
        fileName: addressOf(locale).slice(1),
        source: JSON.stringify(manifestOf(locale)),
      })
    }
  },
  configureServer: (server) => {
    server.middlewares.use((request, response, next) => {
      const locale = localeCodes.find((code) => addressOf(code) === request.url)
      if (!locale) return next()
      response.setHeader('Content-Type', 'application/manifest+json')
      response.end(JSON.stringify(manifestOf(locale)))
    })
  },
})
