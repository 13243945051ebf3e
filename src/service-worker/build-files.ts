import type { PrecacheEntry } from 'workbox-precaching'
import type { LocaleCode } from '../config/locales.ts'
import type { MissingOffline } from '../platform/service-worker/messages.ts'
import type { BuildFile } from './fetch-whole.ts'
import { isAdminScript, isLocaleScript, localeFiles, localeScripts } from './locale-files.ts'
import { isPaperScript } from './paper-files.ts'

/** What the app opens and works without. Pages, scripts and styles are essential: a build is installed with all of them. */
export const isOptional = (address: string): boolean => /\.(svg|png|webp|woff2)$/.test(address)

const isForSome = (url: string) => isLocaleScript(url) || isPaperScript(url) || isAdminScript(url)

/** The files of a build, as the list of the precache has them, by what they are for. */
export const sortBuildFiles = (manifest: readonly (PrecacheEntry | string)[], base: string) => {
  // Without a revision: its name changes with its content.
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
    /** What is optional comes last: nothing waits for it. */
    precached: [...essential, ...optional],
    /** What the app, in a locale, has to find without a connection, by what it is for. */
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
