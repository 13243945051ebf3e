import { courses } from './courses.ts'
import { localeFrom, type LocaleCode } from './locales.ts'

/** The files with the texts of the whole app; every module has a file of its own. */
const appFiles = ['messages', 'courses', 'pages'] as const
type ModuleFile = `modules/${string}`
export type CatalogueFile = (typeof appFiles)[number] | ModuleFile

/** The file with the texts of one module. */
export const moduleFile = (module: string): ModuleFile => `modules/${module}`

/** The module that a file belongs to; undefined for other files. */
export const moduleOfFile = (file: CatalogueFile): string | undefined => /^modules\/(.+)/.exec(file)?.[1]

/** The files that every locale has. `messages` holds the interface. */
export const catalogueFiles: readonly CatalogueFile[] = [
  ...appFiles,
  ...courses.flatMap(({ modules }) => modules.map(({ id }) => moduleFile(id))),
]

/** The URL of a file with its content hash, so that no build shows the texts of another build. */
export const hashedUrl = (locale: LocaleCode, file: CatalogueFile, hash: string): string =>
  `/assets/locales/${locale}/${file}-${hash}.json`

/** The locale of the file at a URL, of any build. */
export const localeOfUrl = (url: string): LocaleCode | undefined =>
  localeFrom(/\/assets\/locales\/([^/]+)\//.exec(url)?.[1])?.code

/**
 * The Subresource Integrity of the file at a URL. Empty if the URL has no hash, as in development, where the
 * file changes.
 */
export const getIntegrity = (url: string): string => {
  const hash = /-([\w-]{43})\.json$/.exec(url)?.[1]
  return hash === undefined ? '' : `sha256-${hash.replaceAll('-', '+').replaceAll('_', '/')}=`
}
