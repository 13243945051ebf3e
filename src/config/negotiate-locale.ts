import { defaultLocale, localeCodes, localeFrom, locales, type Locale } from './locales.ts'

/** Turns a language into a tag. Some browsers report a POSIX name: `en_US.UTF-8` or `en_US@posix`. */
const toTag = (language: string): string => language.replace(/[.@].*$/s, '').replaceAll('_', '-')

/** The language and the country of a language tag: `en-gb`, `es-419`, `pt` … Other regions are ignored. */
const splitTag = (tag: string): { language: string; country: string | undefined } => {
  const [language = '', ...rest] = tag.toLowerCase().split('-')
  return { language, country: rest.find((part) => /^[a-z]{2}$/.test(part))?.toUpperCase() }
}

const allLocales = localeCodes.map((code) => locales[code])

/**
 * The market for a language of a country without its own market. Within a language the order of the table
 * decides: en-GB precedes the other English locales, es-AR the other Spanish ones.
 */
const findNearest = (tag: string): Locale | undefined => {
  const { language, country } = splitTag(tag)
  const sameLanguage = allLocales.filter((locale) => locale.language === language)
  return sameLanguage.find((locale) => locale.country === country) ?? sameLanguage[0]
}

/** The locale for a browser's preferred languages, best first; the default if there is no match. */
export const negotiateLocale = (languages: readonly string[]): Locale => {
  for (const tag of languages.map(toTag)) {
    const locale = localeFrom(tag) ?? findNearest(tag)
    if (locale) return locale
  }
  return locales[defaultLocale]
}

/** What may determine the locale if the path does not begin with one of ours. */
export type LocaleHints = {
  /** `?locale=` */
  query: string | null | undefined
  /** The language tag at the beginning of the path, if it is none of our locales: `en-IE`. */
  pathTag?: string | undefined
  /** The locale that was last on screen. */
  storedLocale: string | null | undefined
  /** `navigator.languages` */
  languages: readonly string[]
}

/**
 * Chooses the locale of the query, otherwise the locale that is nearest to the tag in the path, otherwise the
 * stored locale, otherwise the browser's preference, otherwise the default (specification §2). A tag with a
 * language that we do not have is ignored.
 */
export const chooseLocale = ({ query, pathTag, storedLocale, languages }: LocaleHints): Locale =>
  localeFrom(query) ??
  (pathTag === undefined ? undefined : findNearest(toTag(pathTag))) ??
  localeFrom(storedLocale) ??
  negotiateLocale(languages)
