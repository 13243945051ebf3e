import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'
import { moduleContent } from '../locales/module-content.ts'
import { readCatalogue, readModuleFacts, readModuleTexts } from '../locales/read-catalogue.ts'
import { moduleOf } from '../src/config/courses.ts'
import { localeCodes, type LocaleCode } from '../src/config/locales.ts'
import {
  catalogueFiles,
  hashedAddress,
  moduleOfFile,
  type CatalogueFile,
} from '../src/config/catalogue-files.ts'
import { compileCatalogue } from './compile-catalogue.ts'

/** s; undefined if the module has no film */
const filmSecondsOf = (id: string): number | undefined => {
  const module = moduleOf(id)?.module
  return module?.kind === 'video' ? module.video.duration : undefined
}

const contentOf = (locale: LocaleCode, file: CatalogueFile): string => {
  const module = moduleOfFile(file)
  if (module !== undefined)
    return JSON.stringify(
      moduleContent(readModuleFacts(module), readModuleTexts(locale, module), filmSecondsOf(module)),
    )
  const texts = readCatalogue(locale, file)
  return JSON.stringify(file === 'messages' ? compileCatalogue(texts) : texts)
}

const hashOf = (content: string): string => createHash('sha256').update(content).digest('base64url')

const forEachFile = <T>(of: (locale: LocaleCode, file: CatalogueFile) => T) =>
  Object.fromEntries(
    localeCodes.map((locale) => [
      locale,
      Object.fromEntries(catalogueFiles.map((file) => [file, of(locale, file)])),
    ]),
  )

/** Every catalogue file of a build: its content, and its address with a hash of the content. */
export const publishedCatalogues = () =>
  localeCodes.flatMap((locale) =>
    catalogueFiles.map((file) => {
      const content = contentOf(locale, file)
      return { address: hashedAddress(locale, file, hashOf(content)), content }
    }),
  )

/** During development the address stays the same, and each request compiles the file again. */
const whileEdited = 'development'

/** The content of the file at an address of the development server. */
export const editedCatalogue = (address: string): string | undefined => {
  for (const locale of localeCodes)
    for (const file of catalogueFiles)
      if (address === hashedAddress(locale, file, whileEdited)) return contentOf(locale, file)
  return undefined
}

/** Provides the page and the service worker with the hashes of the catalogues of their build. */
export const catalogueHashes = (): Plugin => {
  const name = 'virtual:catalogue-hashes'
  let isBuild = false
  return {
    name: 'breaking-barriers:catalogue-hashes',
    configResolved: ({ command }) => {
      isBuild = command === 'build'
    },
    resolveId: (id) => (id === name ? `\0${id}` : null),
    load: (id) => {
      if (id !== `\0${name}`) return null
      const hashes = forEachFile((locale, file) => (isBuild ? hashOf(contentOf(locale, file)) : whileEdited))
      return `export const catalogueHashes = ${JSON.stringify(hashes)}`
    },
  }
}
