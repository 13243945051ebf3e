import type { Plugin } from 'vite'
import { localeCodes } from '../src/config/locales.ts'
import { compileAtUrl, listPublishedCatalogues } from './catalogue-hashes.ts'
import { createTranslator } from './compile-catalogue.ts'

type Options = {
  /**
   * The ids of messages that must be available without a catalogue, by the virtual module that contains them.
   */
  builtIn: Readonly<Record<`virtual:${string}`, readonly string[]>>
}

const isCatalogue = (path: string): boolean => /[\\/]locales[\\/].+\.json$/.test(path)

const pickMessages = (ids: readonly string[]): Record<string, Record<string, string>> =>
  Object.fromEntries(
    localeCodes.map((locale) => {
      const t = createTranslator(locale)
      return [locale, Object.fromEntries(ids.map((id) => [id, t(id)]))]
    }),
  )

/**
 * Publishes the catalogues of every locale, merged with those of its language, at the URLs that the app
 * fetches. Messages are compiled from ICU; other files are only merged. In development, each request compiles
 * a catalogue again.
 */
export const catalogues = ({ builtIn }: Options): Plugin => {
  /** Returns the ids of the messages in a virtual module, or undefined for other modules. */
  const findBuiltInIds = (id: string) => Object.entries(builtIn).find(([module]) => module === id)?.[1]
  return {
    name: 'breaking-barriers:catalogues',
    // The prefix `\0` marks a virtual module, so that other plugins do not resolve it.
    resolveId: (id) => (findBuiltInIds(id) ? `\0${id}` : null),
    load: (id) => {
      // Without the prefix `\0`.
      const ids = findBuiltInIds(id.slice(1))
      return ids ? `export const builtInMessages = ${JSON.stringify(pickMessages(ids))}` : null
    },
    generateBundle: function emit() {
      for (const { url, content } of listPublishedCatalogues()) {
        this.emitFile({ type: 'asset', fileName: url.slice(1), source: content })
      }
    },
    configureServer: (server) => {
      server.watcher.on('change', (path) => {
        if (isCatalogue(path)) server.hot.send({ type: 'full-reload' })
      })
      server.middlewares.use((request, response, next) => {
        const content = compileAtUrl(new URL(request.url ?? '/', 'http://localhost').pathname)
        if (content === undefined) return next()
        response.setHeader('Content-Type', 'application/json; charset=utf-8')
        response.end(content)
      })
    },
  }
}
