import type { Plugin } from 'vite'
import { localeCodes } from '../src/config/locales.ts'
import { compileAtUrl, publishedCatalogues } from './catalogue-hashes.ts'
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
 * Publishes the catalogue of every locale, merged with the catalogue of its language, at the URL from which
 * the app fetches it. Messages are compiled from ICU; courses and pages stay as they are. In
 * development each request compiles them.
 */
export const catalogues = ({ builtIn }: Options): Plugin => {
  /** The ids of the messages in a virtual module; undefined for other modules. */
  const builtInIds = (id: string) => Object.entries(builtIn).find(([module]) => module === id)?.[1]
  return {
    name: 'breaking-barriers:catalogues',
    resolveId: (id) => (builtInIds(id) ? `\0${id}` : null),
    load: (id) => {
      const ids = builtInIds(id.slice(1))
      return ids ? `export const builtInMessages = ${JSON.stringify(pickMessages(ids))}` : null
    },
    generateBundle: function emit() {
      for (const { url, content } of publishedCatalogues()) {
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
