import type { PrecacheEntry } from 'workbox-precaching'
import { catalogueFiles, findLocaleOfUrl } from '../config/catalogue-files.ts'
import { toCaptionsPath, courses } from '../config/courses.ts'
import { localeCodes, locales, type LocaleCode } from '../config/locales.ts'
import { getCatalogueUrl } from '../i18n/catalogue-url.ts'
import type { MissingOffline } from '../platform/service-worker/messages.ts'
import type { BuildFile } from './fetch-build-file.ts'

/** Whether a script is for signing in at a user pool. Coaches of the loyalty provider never need it. */
const isUserPoolScript = (url: string): boolean => /assets\/user-pool-provider-[^/]+\.js$/.test(url)

/**
 * Whether a script or style sheet belongs to the screens of admins, including their chart library. Coaches
 * never need it.
 */
export const isAdminFile = (url: string): boolean => /assets\/admin-[^/]+\.(?:js|css)$/.test(url)

/**
 * Returns the sign-in scripts that a locale needs. They are cached, so that an open page can sign in even
 * after the next build is deployed.
 */
export const listSignInScripts = (locale: LocaleCode, files: readonly BuildFile[]): BuildFile[] =>
  locales[locale].auth.kind === 'user-pool' ? files.filter(({ url }) => isUserPoolScript(url)) : []

const listCatalogueUrls = (locale: LocaleCode): string[] =>
  catalogueFiles.map((file) => getCatalogueUrl(locale, file))

const listPictureUrls = (locale: LocaleCode): string[] =>
  courses.flatMap(({ modules }) =>
    modules.flatMap((module) => [
      module.thumbnail,
      ...(module.kind === 'video' ? [module.video.poster, toCaptionsPath(module.video, locale)] : []),
    ]),
  )

/** Lists the URLs of the files that a locale needs offline, by kind. Videos are not included. */
export const listLocaleFiles = (locale: LocaleCode) => ({
  catalogues: listCatalogueUrls(locale),
  pictures: listPictureUrls(locale),
})

/** Lists the URLs of the catalogues of every locale. A catalogue contains the texts of one locale. */
export const listAllCatalogueUrls = (): string[] => localeCodes.flatMap(listCatalogueUrls)

/** Finds the locales that have a catalogue in a cache, of any build. */
export const findCachedLocales = async (cache: Pick<Cache, 'keys'>): Promise<LocaleCode[]> => [
  ...new Set((await cache.keys()).flatMap(({ url }) => findLocaleOfUrl(url) ?? [])),
]

/**
 * The name of the cache for the scripts and fonts that create certificates. A file is cached when it is first
 * used.
 */
export const certificateCache = 'certificate-files'

const isCertificateScript = (url: string): boolean =>
  /assets\/(?:certificate-pdf|japanese-fonts)-[^/]+\.js$/.test(url)

/** Whether a file is a font for certificates. The app itself uses the device's fonts. */
export const isFont = (url: string): boolean => /assets\/[^/]+\.woff$/.test(url)

export const isCertificateFile = (url: string): boolean => isCertificateScript(url) || isFont(url)

/**
 * Whether the app works without a file. A build is installed only when all other files, which are the pages,
 * scripts and style sheets, have arrived.
 */
export const isOptionalFile = (url: string): boolean => /\.(svg|png|webp|woff2)$/.test(url)

const isForSomeCoaches = (url: string) =>
  isUserPoolScript(url) || isCertificateScript(url) || isAdminFile(url)

/**
 * Groups the files of a build by their use. `manifest` is Workbox's list of all files of the build, and
 * `base` the URL that they are relative to.
 */
export const groupBuildFiles = (manifest: readonly (PrecacheEntry | string)[], base: string) => {
  // A file without a revision has a name that changes with its content.
  const all = manifest.map((file) => {
    const { url, revision = null, integrity } = typeof file === 'string' ? { url: file } : file
    return { url: new URL(url, base).href, revision, ...(integrity && { integrity }) }
  })
  const forAll = all.filter(({ url }) => !isForSomeCoaches(url))
  const essential = forAll.filter(({ url }) => !isOptionalFile(url))
  const optional = forAll.filter(({ url }) => isOptionalFile(url))
  const listUrls = (files: readonly BuildFile[]) => files.map(({ url }) => url)
  return {
    all,
    /** Essential files first, because the installation waits only briefly for the optional ones. */
    precached: [...essential, ...optional],
    /** Lists the URLs of the files that the app needs offline in a locale, by their use. */
    listNeededOffline: (locale: LocaleCode): Record<keyof MissingOffline, string[]> => {
      const { catalogues, pictures } = listLocaleFiles(locale)
      return {
        app: [...listUrls(essential), ...listUrls(listSignInScripts(locale, all))],
        texts: catalogues,
        pictures: [...listUrls(optional), ...pictures],
      }
    },
  }
}

/**
 * Returns the function that counts how many of the files that the app needs offline in a locale are not
 * cached. `listNeededOffline` lists their URLs.
 */
export const createCountMissing =
  (
    findCached: (url: string) => Promise<Response | undefined>,
    listNeededOffline: (locale: LocaleCode) => Record<keyof MissingOffline, readonly string[]>,
  ) =>
  async (locale: LocaleCode): Promise<MissingOffline> => {
    const countMissing = async (urls: readonly string[]): Promise<number> => {
      const responses = await Promise.all(urls.map(findCached))
      return responses.filter((response) => response === undefined).length
    }
    const { app, texts, pictures } = listNeededOffline(locale)
    return {
      app: await countMissing(app),
      texts: await countMissing(texts),
      pictures: await countMissing(pictures),
    }
  }
