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

/** Signing in at a user pool is a download that coaches of the loyalty provider never need. */
export const isLocaleScript = (address: string): boolean =>
  /assets\/user-pool-provider-[^/]+\.js$/.test(address)

/** The screens of admins, as the build names them, with a library for their pictures: coaches never need them. */
export const isAdminScript = (address: string): boolean => /assets\/admin-[^/]+\.js$/.test(address)

/** Which of such scripts a locale needs: whoever has its pages open can sign in, also after the next build is out. */
export const localeScripts = (locale: LocaleCode, addresses: Iterable<string>): string[] =>
  locales[locale].auth.kind === 'user-pool' ? [...addresses].filter(isLocaleScript) : []

/** What a locale needs to open without a connection, by the cache it belongs to. Videos are not in it. */
export const localeFiles = (locale: LocaleCode) => ({
  catalogues: catalogues(locale),
  pictures: pictures(locale),
})

/** The catalogues of this build. */
export const allCatalogues = (): string[] => localeCodes.flatMap(catalogues)

/** The locales whose catalogues a cache holds, of whichever build. */
export const localesIn = async (cache: Pick<Cache, 'keys'>): Promise<LocaleCode[]> => [
  ...new Set((await cache.keys()).flatMap(({ url }) => localeOfAddress(url) ?? [])),
]
