import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import type { LinguiConfig } from '@lingui/conf'
import type { Plugin } from 'vite'
import { compileCatalogue, flattenMessages, type NestedMessages } from './compile-catalogue.ts'

type Options = {
  lingui: Pick<LinguiConfig, 'locales' | 'catalogs'>
  /** Messages that must be there when no catalogue could be fetched: they are built into the program. */
  builtIn: readonly string[]
}

const builtInModule = 'virtual:built-in-words'

/**
 * Turns `locales/<locale>/*.json` into what the app fetches at run time under the same stable addresses: interface
 * messages compiled from ICU, course and page words as they are. In development they are compiled per request.
 */
export const catalogues = ({ lingui, builtIn }: Options): Plugin => {
  let root = process.cwd()
  const [catalogue] = lingui.catalogs ?? []
  if (!catalogue) throw new Error('lingui.config.ts names no catalogue')

  const messagesFile = (locale: string): string =>
    `${catalogue.path.replace('<rootDir>', root).replace('{locale}', locale)}.json`
  const readMessages = async (locale: string): Promise<NestedMessages> =>
    JSON.parse(await readFile(messagesFile(locale), 'utf8'))
  const address = (locale: string, file: string): string => `locales/${locale}/${file}`

  const compileFile = async (locale: string, file: string): Promise<string> => {
    const isMessages = file === basename(messagesFile(locale))
    if (isMessages) return JSON.stringify(compileCatalogue(await readMessages(locale)))
    const text = await readFile(join(dirname(messagesFile(locale)), file), 'utf8')
    return JSON.stringify(JSON.parse(text))
  }

  /** Every published file of every locale by its address. */
  const listFiles = async (): Promise<Map<string, { locale: string; file: string }>> => {
    const files = new Map<string, { locale: string; file: string }>()
    for (const locale of lingui.locales) {
      for (const file of await readdir(dirname(messagesFile(locale)))) {
        if (file.endsWith('.json')) files.set(address(locale, file), { locale, file })
      }
    }
    return files
  }

  const builtInWords = async (): Promise<Record<string, Record<string, string>>> => {
    const words: Record<string, Record<string, string>> = {}
    for (const locale of lingui.locales) {
      const flat = flattenMessages(await readMessages(locale))
      words[locale] = Object.fromEntries(
        builtIn.map((id) => {
          const text = flat[id]
          if (text === undefined) throw new Error(`${locale} lacks the built-in message ${id}`)
          return [id, text]
        }),
      )
    }
    return words
  }

  return {
    name: 'breaking-barriers:catalogues',
    configResolved: (config) => {
      root = config.root.split(sep).join('/')
    },
    resolveId: (id) => (id === builtInModule ? `\0${builtInModule}` : null),
    load: async (id) =>
      id === `\0${builtInModule}`
        ? `export const builtInWords = ${JSON.stringify(await builtInWords())}`
        : null,
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
