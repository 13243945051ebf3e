import type { PrecacheEntry } from 'workbox-precaching'
import { catalogueFiles, localeOfUrl } from '../config/catalogue-files.ts'
import { toCaptionsPath, courses } from '../config/courses.ts'
import { localeCodes, locales, type LocaleCode } from '../config/locales.ts'
import { catalogueUrl } from '../i18n/catalogue-url.ts'
import type { MissingOffline } from '../platform/service-worker/messages.ts'
import type { BuildFile } from './fetch-whole.ts'

/**
 * Whether a script is for signing in at a user pool. Coaches of the loyalty provider never need this
 * download.
 */
const isUserPoolScript = (url: string): boolean => /assets\/user-pool-provider-[^/]+\.js$/.test(url)

/**
 * Whether a script or style sheet belongs to the screens of admins, including their chart library. Coaches
 * never need it.
 */
export const isAdminFile = (url: string): boolean => /assets\/admin-[^/]+\.(?:js|css)$/.test(url)

/**
 * The sign-in scripts that a locale needs, so that an open page can sign in even after the next build is
 * deployed.
 */
export const signInScripts = (locale: LocaleCode, files: readonly BuildFile[]): BuildFile[] =>
  locales[locale].auth.kind === 'user-pool' ? files.filter(({ url }) => isUserPoolScript(url)) : []

const catalogueUrls = (locale: LocaleCode): string[] =>
  catalogueFiles.map((file) => catalogueUrl(locale, file))

const pictureUrls = (locale: LocaleCode): string[] =>
  courses.flatMap(({ modules }) =>
    modules.flatMap((module) => [
      module.thumbnail,
      ...(module.kind === 'video' ? [module.video.poster, toCaptionsPath(module.video, locale)] : []),
    ]),
  )

/**
 * The URLs of the files that a locale needs to open without a connection, by their cache. Videos are not
 * included.
 */
export const localeFiles = (locale: LocaleCode) => ({
  catalogues: catalogueUrls(locale),
  pictures: pictureUrls(locale),
})

export const allCatalogueUrls = (): string[] => localeCodes.flatMap(catalogueUrls)

/** The locales whose catalogues a cache holds, of any build. */
export const localesIn = async (cache: Pick<Cache, 'keys'>): Promise<LocaleCode[]> => [
  ...new Set((await cache.keys()).flatMap(({ url }) => localeOfUrl(url) ?? [])),
]

/**
 * The name of the cache of the scripts and typefaces that create certificates, on devices whose coach has a
 * certificate.
 */
export const certificateCache = 'certificate-files'

const isCertificateScript = (url: string): boolean =>
  /assets\/(?:certificate-pdf|japanese-fonts)-[^/]+\.js$/.test(url)

/** Whether a file is a typeface of certificates. The app itself uses the typefaces of the device. */
export const isTypeface = (url: string): boolean => /assets\/[^/]+\.woff$/.test(url)

export const isCertificateFile = (url: string): boolean => isCertificateScript(url) || isTypeface(url)

/**
 * Whether the app opens and works without a file. Pages, scripts and styles are essential: a build is
 * installed only with all of them.
 */
export const isOptional = (url: string): boolean => /\.(svg|png|webp|woff2)$/.test(url)

const isForSomeCoaches = (url: string) =>
  isUserPoolScript(url) || isCertificateScript(url) || isAdminFile(url)

/** Groups the files of a build, from the manifest of the precache, by their use. */
export const sortBuildFiles = (manifest: readonly (PrecacheEntry | string)[], base: string) => {
  // A file without a revision has a name that changes with its content.
  const all = manifest.map((file) => {
    const { url, revision = null, integrity } = typeof file === 'string' ? { url: file } : file
    return { url: new URL(url, base).href, revision, ...(integrity && { integrity }) }
  })
  const forAll = all.filter(({ url }) => !isForSomeCoaches(url))
  const essential = forAll.filter(({ url }) => !isOptional(url))
  const optional = forAll.filter(({ url }) => isOptional(url))
  const listUrls = (files: readonly BuildFile[]) => files.map(({ url }) => url)
  return {
    all,
    /** Optional files come last, because the installation waits only briefly for them. */
    precached: [...essential, ...optional],
    /** The URLs of the files that the app needs in a locale without a connection, by their use. */
    neededOffline: (locale: LocaleCode): Record<keyof MissingOffline, string[]> => {
      const { catalogues, pictures } = localeFiles(locale)
      return {
        app: [...listUrls(essential), ...listUrls(signInScripts(locale, all))],
        texts: catalogues,
        pictures: [...listUrls(optional), ...pictures],
      }
    },
  }
}

/**
 * Counts the files that the app needs in a locale without a connection and that are not cached.
 * `neededOffline` returns their URLs.
 */
export const createCountMissing =
  (
    findCached: (url: string) => Promise<Response | undefined>,
    neededOffline: (locale: LocaleCode) => Record<keyof MissingOffline, readonly string[]>,
  ) =>
  async (locale: LocaleCode): Promise<MissingOffline> => {
    const countMissing = async (urls: readonly string[]): Promise<number> => {
      const responses = await Promise.all(urls.map(findCached))
      return responses.filter((response) => response === undefined).length
    }
    const { app, texts, pictures } = neededOffline(locale)
    return {
      app: await countMissing(app),
      texts: await countMissing(texts),
      pictures: await countMissing(pictures),
    }
  }
