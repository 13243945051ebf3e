import { captionsOf, courses } from '../config/courses.ts'
import type { LocaleCode } from '../config/locales.ts'
import { catalogueAddress } from '../i18n/catalogue-address.ts'

const words = (locale: LocaleCode): string[] => [
  catalogueAddress(locale, 'messages'),
  catalogueAddress(locale, 'courses'),
  catalogueAddress(locale, 'pages'),
]

const pictures = (locale: LocaleCode): string[] =>
  courses.flatMap(({ modules }) =>
    modules.flatMap((module) =>
      module.kind === 'video' ? [module.video.poster, captionsOf(module.video, locale)] : [],
    ),
  )

/** What a locale needs to open without a connection, by the cache it belongs to. Videos are not in it. */
export const localeFiles = (locale: LocaleCode) => ({ words: words(locale), pictures: pictures(locale) })
