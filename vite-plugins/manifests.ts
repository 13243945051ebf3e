import type { Plugin } from 'vite'
import { localeCodes } from '../src/config/locales.ts'
import { manifestOf } from './manifest.ts'
import { readMessages, sayFrom, type Lingui } from './read-messages.ts'

const addressOf = (locale: string): string => `manifests/${locale}.webmanifest`

/** Emits one web app manifest per locale, in its words. The app links the one of the locale on screen. */
export const manifests = ({ lingui }: { lingui: Lingui }): Plugin => {
  let root = process.cwd()
  const write = async (locale: (typeof localeCodes)[number]): Promise<string> =>
    JSON.stringify(manifestOf(locale, sayFrom(locale, await readMessages(lingui, root, locale))))
  return {
    name: 'breaking-barriers:manifests',
    configResolved: (config) => {
      root = config.root
    },
    generateBundle: async function emit() {
      for (const locale of localeCodes) {
        this.emitFile({ type: 'asset', fileName: addressOf(locale), source: await write(locale) })
      }
    },
    configureServer: (server) => {
      server.middlewares.use('/manifests', (request, response, next) => {
        const locale = localeCodes.find((code) => `/manifests${request.url ?? ''}` === `/${addressOf(code)}`)
        if (!locale) return next()
        response.setHeader('Content-Type', 'application/manifest+json')
        write(locale).then((text) => response.end(text), next)
      })
    },
  }
}
