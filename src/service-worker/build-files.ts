import type { PrecacheEntry } from 'workbox-precaching'
import type { LocaleCode } from '../config/locales.ts'
import type { MissingOffline } from '../platform/service-worker/messages.ts'
import type { BuildFile } from './fetch-whole.ts'
import { isAdminScript, isLocaleScript, localeFiles, localeScripts } from './locale-files.ts'
import { isPaperScript } from './paper-files.ts'

/**
 * Whether the app opens and works without a file. Pages, scripts and styles are essential: a build is
 * installed only with all of them.
 */
export const isOptional = (address: string): boolean => /\.(svg|png|webp|woff2)$/.test(address)

const isForSome = (url: string) => isLocaleScript(url) || isPaperScript(url) || isAdminScript(url)

/** Groups the files of a build, from the manifest of the precache, by their use. */
export const sortBuildFiles = (manifest: readonly (PrecacheEntry | string)[], base: string) => {
  // A file without a revision has a name that changes with its content.
  const all = manifest.map((file) => {
    const { url, revision = null, integrity } = typeof file === 'string' ? { url: file } : file
    return { url: new URL(url, base).href, revision, ...(integrity && { integrity }) }
  })
  const forAll = all.filter(({ url }) => !isForSome(url))
  const essential = forAll.filter(({ url }) => !isOptional(url))
  const optional = forAll.filter(({ url }) => isOptional(url))
  const urlsOf = (files: readonly BuildFile[]) => files.map(({ url }) => url)
  return {
    all,
    /** Optional files come last, because the installation waits only briefly for them. */
    precached: [...essential, ...optional],
    /** The files that the app needs in a locale without a connection, by their use. */
    wantedFor: (locale: LocaleCode): Record<keyof MissingOffline, string[]> => {
      const { catalogues, pictures } = localeFiles(locale)
      return {
        app: [...urlsOf(essential), ...localeScripts(locale, urlsOf(all))],
        texts: catalogues,
        pictures: [...urlsOf(optional), ...pictures],
      }
    },
  }
}
