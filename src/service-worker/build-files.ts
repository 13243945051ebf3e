import type { PrecacheEntry } from 'workbox-precaching'
import { localeCodes, locales, type LocaleCode } from '../config/locales.ts'
import type { MissingOffline } from '../platform/service-worker/messages.ts'
import type { BuildFile } from './fetch-whole.ts'
import { captionsOf, courses } from '../config/courses.ts'
import { catalogueAddress } from '../i18n/catalogue-address.ts'
import { catalogueFiles, localeOfAddress } from '../config/catalogue-files.ts'

/**
 * Whether a script is for signing in at a user pool. Coaches of the loyalty provider never need this
 * download.
 */
const isLocaleScript = (address: string): boolean => /assets\/user-pool-provider-[^/]+\.js$/.test(address)

/**
 * Whether a script belongs to the screens of admins, including their chart library. Coaches never need it.
 */
export const isAdminScript = (address: string): boolean => /assets\/admin-[^/]+\.js$/.test(address)

/**
 * The sign-in scripts that a locale needs, so that an open page can sign in even after the next build is
 * deployed.
 */
export const localeScripts = (locale: LocaleCode, files: readonly BuildFile[]): BuildFile[] =>
  locales[locale].auth.kind === 'user-pool' ? files.filter(({ url }) => isLocaleScript(url)) : []

const catalogues = (locale: LocaleCode): string[] =>
  catalogueFiles.map((file) => catalogueAddress(locale, file))

const pictures = (locale: LocaleCode): string[] =>
  courses.flatMap(({ modules }) =>
    modules.flatMap((module) =>
      module.kind === 'video' ? [module.video.poster, captionsOf(module.video, locale)] : [],
    ),
  )

/** The files that a locale needs to open without a connection, by their cache. Videos are not included. */
export const localeFiles = (locale: LocaleCode) => ({
  catalogues: catalogues(locale),
  pictures: pictures(locale),
})

export const allCatalogues = (): string[] => localeCodes.flatMap(catalogues)

/** The locales whose catalogues a cache holds, of any build. */
export const localesIn = async (cache: Pick<Cache, 'keys'>): Promise<LocaleCode[]> => [
  ...new Set((await cache.keys()).flatMap(({ url }) => localeOfAddress(url) ?? [])),
]

/**
 * The cache of the scripts and typefaces that create certificates, on devices whose coach has a certificate.
 */
export const paperFiles = 'certificate-files'

const isPaperScript = (address: string): boolean =>
  /assets\/(?:certificate-pdf|japanese-fonts)-[^/]+\.js$/.test(address)

/** Whether a file is a typeface of certificates. The app itself uses the typefaces of the device. */
export const isTypeface = (address: string): boolean => /assets\/[^/]+\.woff$/.test(address)

export const isPaperFile = (address: string): boolean => isPaperScript(address) || isTypeface(address)

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
        app: [...urlsOf(essential), ...urlsOf(localeScripts(locale, all))],
        texts: catalogues,
        pictures: [...urlsOf(optional), ...pictures],
      }
    },
  }
}

/**
 * Counts the files that the app needs in a locale without a connection and that are not cached. `wantedOf`
 * returns the files.
 */
export const createCountMissing =
  (
    findCached: (url: string) => Promise<Response | undefined>,
    wantedOf: (locale: LocaleCode) => Record<keyof MissingOffline, readonly string[]>,
  ) =>
  async (locale: LocaleCode): Promise<MissingOffline> => {
    const missing = async (urls: readonly string[]): Promise<number> => {
      const found = await Promise.all(urls.map(findCached))
      return found.filter((response) => response === undefined).length
    }
    const { app, texts, pictures } = wantedOf(locale)
    return { app: await missing(app), texts: await missing(texts), pictures: await missing(pictures) }
  }
