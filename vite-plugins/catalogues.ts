import type { Plugin } from 'vite'
import { localeCodes } from '../src/config/locales.ts'
import { editedCatalogue, publishedCatalogues } from './catalogue-hashes.ts'
import { messagesOf } from './compile-catalogue.ts'

type Options = {
  /** Messages that must be available without a catalogue, by the module that builds them into a program. */
  builtIn: Readonly<Record<`virtual:${string}`, readonly string[]>>
}

const isCatalogue = (path: string): boolean => /[\\/]locales[\\/].+\.json$/.test(path)

const pick = (ids: readonly string[]): Record<string, Record<string, string>> =>
  Object.fromEntries(
    localeCodes.map((locale) => {
      const t = messagesOf(locale)
      return [locale, Object.fromEntries(ids.map((id) => [id, t(id)]))]
    }),
  )

/**
 * Publishes the catalogue of every locale, merged with the catalogue of its language, at the address from
 * which the app fetches it. Messages are compiled from ICU; courses and pages stay as they are. In
 * development each request compiles them.
 */
export const catalogues = ({ builtIn }: Options): Plugin => {
  /** The messages that a module builds in; undefined for other modules. */
  const builtInBy = (id: string) => Object.entries(builtIn).find(([module]) => module === id)?.[1]
  return {
    name: 'breaking-barriers:catalogues',
    resolveId: (id) => (builtInBy(id) ? `\0${id}` : null),
    load: (id) => {
      const ids = builtInBy(id.slice(1))
      return ids ? `export const builtInMessages = ${JSON.stringify(pick(ids))}` : null
    },
    generateBundle: function emit() {
      for (const { address, content } of publishedCatalogues()) {
        this.emitFile({ type: 'asset', fileName: address.slice(1), source: content })
      }
    },
    configureServer: (server) => {
      server.watcher.on('change', (path) => {
        if (isCatalogue(path)) server.hot.send({ type: 'full-reload' })
      })
      server.middlewares.use((request, response, next) => {
        const content = editedCatalogue(new URL(request.url ?? '/', 'http://localhost').pathname)
        if (content === undefined) return next()
        response.setHeader('Content-Type', 'application/json; charset=utf-8')
        response.end(content)
      })
    },
  }
}
