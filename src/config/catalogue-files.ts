import { courses } from './courses.ts'
import { localeFrom, type LocaleCode } from './locales.ts'

const wholeApp = ['messages', 'courses', 'pages'] as const
type ModuleFile = `modules/${string}`
export type CatalogueFile = (typeof wholeApp)[number] | ModuleFile

/** The file with the texts of one module. */
export const moduleFile = (module: string): ModuleFile => `modules/${module}`

/** The module that a file belongs to; undefined for other files. */
export const moduleOfFile = (file: CatalogueFile): string | undefined => /^modules\/(.+)/.exec(file)?.[1]

/** The files that every locale has. `messages` holds the interface. */
export const catalogueFiles: readonly CatalogueFile[] = [
  ...wholeApp,
  ...courses.flatMap(({ modules }) => modules.map(({ id }) => moduleFile(id))),
]

/** The address of a file with its content hash, so that no build shows the texts of another build. */
export const hashedAddress = (locale: LocaleCode, file: CatalogueFile, hash: string): string =>
  `/assets/locales/${locale}/${file}-${hash}.json`

/** The locale of the file at an address, of any build. */
export const localeOfAddress = (address: string): LocaleCode | undefined =>
  localeFrom(/\/assets\/locales\/([^/]+)\//.exec(address)?.[1])?.code

/** The Subresource Integrity of a file; empty for a file that changes. */
export const integrityOf = (address: string): string => {
  const hash = /-([\w-]{43})\.json$/.exec(address)?.[1]
  return hash === undefined ? '' : `sha256-${hash.replaceAll('-', '+').replaceAll('_', '/')}=`
}
