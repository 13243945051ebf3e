import { courses } from './courses.ts'
import { findLocale, type LocaleCode } from './locales.ts'

/** The catalogue files for the whole app. `messages` has the interface. Each module also has its own file. */
const appFiles = ['messages', 'courses', 'pages'] as const
type ModuleFile = `modules/${string}`
export type CatalogueFile = (typeof appFiles)[number] | ModuleFile

/** Returns the catalogue file of a module. */
export const toModuleFile = (moduleId: string): ModuleFile => `modules/${moduleId}`

/** Returns the id of the module that a file belongs to, or undefined for the files of the whole app. */
export const findModuleOfFile = (file: CatalogueFile): string | undefined => /^modules\/(.+)/.exec(file)?.[1]

/** The catalogue files that every locale has. */
export const catalogueFiles: readonly CatalogueFile[] = [
  ...appFiles,
  ...courses.flatMap(({ modules }) => modules.map(({ id }) => toModuleFile(id))),
]

/**
 * Returns the URL of a catalogue file. It contains the content hash, so that each build gets its own texts.
 */
export const toHashedUrl = (locale: LocaleCode, file: CatalogueFile, hash: string): string =>
  `/assets/locales/${locale}/${file}-${hash}.json`

/** Returns the locale of the catalogue file at a URL, of any build, or undefined for other URLs. */
export const findLocaleOfUrl = (url: string): LocaleCode | undefined =>
  findLocale(/\/assets\/locales\/([^/]+)\//.exec(url)?.[1])?.code

/**
 * Returns the Subresource Integrity value for a catalogue file, from the hash in its URL. Empty if the URL
 * has no hash, for example in development, where the file changes.
 */
export const getIntegrity = (url: string): string => {
  const hash = /-([\w-]{43})\.json$/.exec(url)?.[1]
  return hash === undefined ? '' : `sha256-${hash.replaceAll('-', '+').replaceAll('_', '/')}=`
}
