import { localeFrom, type LocaleCode } from './locales.ts'

/** The files that every locale has; `messages` holds the interface. */
export const catalogueFiles = ['messages', 'courses', 'pages'] as const
export type CatalogueFile = (typeof catalogueFiles)[number]

/** The address of a file with a content. Another content has another address: no build shows the texts of another one. */
export const hashedAddress = (locale: LocaleCode, file: CatalogueFile, hash: string): string =>
  `/assets/locales/${locale}/${file}-${hash}.json`

/** The locale whose file lies at an address, of whichever build. */
export const localeOfAddress = (address: string): LocaleCode | undefined =>
  localeFrom(/\/assets\/locales\/([^/]+)\//.exec(address)?.[1])?.code

/** What the browser checks a file by that it fetches (Subresource Integrity); empty for a file that changes. */
export const integrityOf = (address: string): string => {
  const hash = /-([\w-]{43})\.json$/.exec(address)?.[1]
  return hash === undefined ? '' : `sha256-${hash.replaceAll('-', '+').replaceAll('_', '/')}=`
}
