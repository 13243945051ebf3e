import { captionsOf, courses } from '../config/courses.ts'
import { localeCodes, locales, type LocaleCode } from '../config/locales.ts'
import { catalogueAddress } from '../i18n/catalogue-address.ts'
import { catalogueFiles, localeOfAddress } from '../config/catalogue-files.ts'

const catalogues = (locale: LocaleCode): string[] =>
  catalogueFiles.map((file) => catalogueAddress(locale, file))

const pictures = (locale: LocaleCode): string[] =>
  courses.flatMap(({ modules }) =>
    modules.flatMap((module) =>
      module.kind === 'video' ? [module.video.poster, captionsOf(module.video, locale)] : [],
    ),
  )

/**
 * Whether a script is for signing in at a user pool. Coaches of the loyalty provider never need this
 * download.
 */
export const isLocaleScript = (address: string): boolean =>
  /assets\/user-pool-provider-[^/]+\.js$/.test(address)

/**
 * Whether a script belongs to the screens of admins, including their chart library. Coaches never need it.
 */
export const isAdminScript = (address: string): boolean => /assets\/admin-[^/]+\.js$/.test(address)

/**
 * The sign-in scripts that a locale needs, so that an open page can sign in even after the next build is
 * deployed.
 */
export const localeScripts = (locale: LocaleCode, addresses: Iterable<string>): string[] =>
  locales[locale].auth.kind === 'user-pool' ? [...addresses].filter(isLocaleScript) : []

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
