import { createHash } from 'node:crypto'
import * as v from 'valibot'
import type { Plugin } from 'vite'
import { moduleContent } from '../locales/module-content.ts'
import { readCatalogue, readModuleFacts, readModuleTexts } from '../locales/read-catalogue.ts'
import {
  catalogueFiles,
  toHashedUrl,
  findModuleOfFile,
  type CatalogueFile,
} from '../src/config/catalogue-files.ts'
import { courses, findModule } from '../src/config/courses.ts'
import { localeCodes, type LocaleCode } from '../src/config/locales.ts'
import { compileCatalogue } from './compile-catalogue.ts'
import { estimateMinutes } from './step-minutes.ts'

/** Returns the duration of a module's video, or undefined if the module has no video. */
const findVideoSeconds = (id: string): number | undefined => {
  const module = findModule(id)?.module
  return module?.kind === 'video' ? module.video.duration : undefined
}

const coursesSchema = v.record(
  v.string(),
  v.looseObject({ modules: v.record(v.string(), v.looseObject({})) }),
)

/** Reads the texts of the courses and adds the minutes that each step of a module takes. */
const readCourses = (locale: LocaleCode) => {
  const catalogue = v.parse(coursesSchema, readCatalogue(locale, 'courses'))
  for (const { id, modules } of courses)
    for (const module of modules) {
      const minutes = estimateMinutes(module, readModuleTexts(locale, module.id))
      // `?? {}`: a module without texts gets no minutes.
      Object.assign(catalogue[id]?.modules[module.id] ?? {}, { minutes })
    }
  return catalogue
}

/** Returns the content of a catalogue file (texts of a locale, as JSON) as a build publishes it. */
export const readContent = (locale: LocaleCode, file: CatalogueFile): string => {
  const moduleId = findModuleOfFile(file)
  if (moduleId !== undefined)
    return JSON.stringify(
      moduleContent(readModuleFacts(moduleId), readModuleTexts(locale, moduleId), findVideoSeconds(moduleId)),
    )
  if (file === 'courses') return JSON.stringify(readCourses(locale))
  const texts = readCatalogue(locale, file)
  return JSON.stringify(file === 'messages' ? compileCatalogue(texts) : texts)
}

const hashContent = (content: string): string => createHash('sha256').update(content).digest('base64url')

/** Returns a value for each catalogue file of each locale: `{ 'pt-BR': { messages: … } }`. */
const mapFiles = <T>(toValue: (locale: LocaleCode, file: CatalogueFile) => T) =>
  Object.fromEntries(
    localeCodes.map((locale) => [
      locale,
      Object.fromEntries(catalogueFiles.map((file) => [file, toValue(locale, file)])),
    ]),
  )

/** Lists every catalogue file of a build: its content, and its URL with a hash of the content. */
export const listPublishedCatalogues = () =>
  localeCodes.flatMap((locale) =>
    catalogueFiles.map((file) => {
      const content = readContent(locale, file)
      return { url: toHashedUrl(locale, file, hashContent(content)), content }
    }),
  )

/**
 * Stands in for the hash of every file during development. The URL of a file then stays the same when its
 * content changes, and each request compiles the file again.
 */
const developmentHash = 'development'

/** Compiles the catalogue file at a URL of the development server. Returns undefined for other URLs. */
export const compileAtUrl = (url: string): string | undefined => {
  for (const locale of localeCodes)
    for (const file of catalogueFiles)
      if (url === toHashedUrl(locale, file, developmentHash)) return readContent(locale, file)
  return undefined
}

/** Provides the page and the service worker with the hashes of the catalogues of their build. */
export const catalogueHashes = (): Plugin => {
  const moduleName = 'virtual:catalogue-hashes'
  let isBuild = false
  return {
    name: 'breaking-barriers:catalogue-hashes',
    configResolved: ({ command }) => {
      isBuild = command === 'build'
    },
    // The prefix `\0` marks a virtual module, so that other plugins do not resolve it.
    resolveId: (id) => (id === moduleName ? `\0${id}` : null),
    load: (id) => {
      if (id !== `\0${moduleName}`) return null
      const hashes = mapFiles((locale, file) =>
        isBuild ? hashContent(readContent(locale, file)) : developmentHash,
      )
      return `export const catalogueHashes = ${JSON.stringify(hashes)}`
    },
  }
}
