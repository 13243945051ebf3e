import { defaultLocale, localeCodes, findLocale, locales, type Locale } from './locales.ts'

/**
 * Converts a POSIX name, which some browsers report (`en_US.UTF-8` or `en_US@posix`), to a language tag. Also
 * removes spaces and invisible characters.
 */
const toTag = (language: string): string =>
  language
    .replaceAll(/[\s\p{Cf}]/gu, '')
    .replace(/[.@].*$/s, '')
    .replaceAll('_', '-')
    .replace(/-+$/, '')

/**
 * Parses a language tag. Other codes of a language or a country (`eng`, `en-840`) become the usual ones. A
 * region that is not a country (`es-419`) belongs to no locale. Returns undefined if it is not a tag.
 */
const parseTag = (language: string): Pick<Intl.Locale, 'language' | 'region'> | undefined => {
  try {
    return new Intl.Locale(toTag(language))
  } catch {
    return undefined
  }
}

const allLocales = localeCodes.map((code) => locales[code])

/**
 * Finds the locale with the language and country of a tag, otherwise the first one with the language: en-GB
 * for English and es-AR for Spanish. Returns undefined if there is no locale with the language.
 */
const findNearest = (languageTag: string): Locale | undefined => {
  const tag = parseTag(languageTag)
  const localesOfLanguage = allLocales.filter(({ language }) => language === tag?.language)
  return localesOfLanguage.find(({ country }) => country === tag?.region) ?? localesOfLanguage[0]
}

/** Chooses the locale for a browser's languages, best first; the default locale if there is no match. */
export const negotiateLocale = (languages: readonly string[]): Locale => {
  for (const language of languages) {
    const locale = findNearest(language)
    if (locale) return locale
  }
  return locales[defaultLocale]
}

/** What determines the locale if the path does not begin with one of our locales. */
export type LocaleHints = {
  /** `?locale=` */
  query: string | null | undefined
  /** The language tag at the beginning of the path, if it is not one of our locales, such as `en-IE`. */
  pathTag?: string | undefined
  /** The locale that the app displayed last. */
  storedLocale: string | null | undefined
  languages: readonly string[]
}

/**
 * Chooses the locale by the first hint that applies (specification §2): the query, then the locale nearest to
 * the tag in the path, then the stored locale, then the browser's languages, then the default. A tag with a
 * language that we do not have is ignored.
 */
export const chooseLocale = ({ query, pathTag, storedLocale, languages }: LocaleHints): Locale =>
  findNearest(query ?? '') ??
  findNearest(pathTag ?? '') ??
  findLocale(storedLocale) ??
  negotiateLocale(languages)
