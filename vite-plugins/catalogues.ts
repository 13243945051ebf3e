import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import type { Plugin } from 'vite'
import { compileCatalogue } from './compile-catalogue.ts'
import { messagesFile, readMessages, sayFrom, type Lingui } from './read-messages.ts'

type Options = {
  lingui: Lingui
  /** Messages that must be there when no catalogue could be fetched, by the module that builds them into a program. */
  builtIn: Readonly<Record<`virtual:${string}`, readonly string[]>>
}

/**
 * Turns `locales/<locale>/*.json` into what the app fetches at run time under the same stable addresses: interface
 * messages compiled from ICU, course and page words as they are. In development they are compiled per request.
 */
export const catalogues = ({ lingui, builtIn }: Options): Plugin => {
  let root = process.cwd()
  const messagesOf = (locale: string): string => messagesFile(lingui, root, locale)
  const address = (locale: string, file: string): string => `locales/${locale}/${file}`

  const compileFile = async (locale: string, file: string): Promise<string> => {
    const isMessages = file === basename(messagesOf(locale))
    if (isMessages) return JSON.stringify(compileCatalogue(await readMessages(lingui, root, locale)))
    const text = await readFile(join(dirname(messagesOf(locale)), file), 'utf8')
    return JSON.stringify(JSON.parse(text))
  }

  /** Every published file of every locale by its address. */
  const listFiles = async (): Promise<Map<string, { locale: string; file: string }>> => {
    const files = new Map<string, { locale: string; file: string }>()
    for (const locale of lingui.locales) {
      for (const file of await readdir(dirname(messagesOf(locale)))) {
        if (file.endsWith('.json')) files.set(address(locale, file), { locale, file })
      }
    }
    return files
  }

  const wordsIn = async (ids: readonly string[]): Promise<Record<string, Record<string, string>>> => {
    const words: Record<string, Record<string, string>> = {}
    for (const locale of lingui.locales) {
      const say = sayFrom(locale, await readMessages(lingui, root, locale))
      words[locale] = Object.fromEntries(ids.map((id) => [id, say(id)]))
    }
    return words
  }
  /** The messages that a module builds in; undefined for modules of others. */
  const builtInBy = (id: string) => Object.entries(builtIn).find(([module]) => module === id)?.[1]

  return {
    name: 'breaking-barriers:catalogues',
    configResolved: (config) => {
      root = config.root.split(sep).join('/')
    },
    resolveId: (id) => (builtInBy(id) ? `\0${id}` : null),
    load: async (id) => {
      const ids = builtInBy(id.slice(1))
      return ids ? `export const builtInWords = ${JSON.stringify(await wordsIn(ids))}` : null
    },
    generateBundle: async function emit() {
      for (const [fileName, { locale, file }] of await listFiles()) {
        this.emitFile({ type: 'asset', fileName, source: await compileFile(locale, file) })
      }
    },
    configureServer: (server) => {
      server.middlewares.use('/locales', (request, response) => {
        const path = new URL(request.url ?? '/', 'http://localhost').pathname
        const answer = async (): Promise<void> => {
          const found = (await listFiles()).get(`locales${path}`)
          response.statusCode = found ? 200 : 404
          response.setHeader('Content-Type', 'application/json; charset=utf-8')
          response.end(found ? await compileFile(found.locale, found.file) : '{}')
        }
        answer().catch((error: unknown) => {
          server.config.logger.error(String(error))
          response.statusCode = 500
          response.end()
        })
      })
    },
  }
}
