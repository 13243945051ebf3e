import { defaultLocale, localeCodes, findLocale, locales, type Locale } from './locales.ts'

/** Converts a POSIX name, which some browsers report (`en_US.UTF-8` or `en_US@posix`), to a language tag. */
const toTag = (language: string): string => language.replace(/[.@].*$/s, '').replaceAll('_', '-')

/** Splits a language tag such as `en-gb` or `pt`. A region that is not a country is ignored (`es-419`). */
const splitTag = (tag: string): { language: string; country: string | undefined } => {
  const [language = '', ...rest] = tag.toLowerCase().split('-')
  return { language, country: rest.find((part) => /^[a-z]{2}$/.test(part))?.toUpperCase() }
}

const allLocales = localeCodes.map((code) => locales[code])

/**
 * Finds the locale with the language and country of a tag, otherwise the first one with the language: en-GB
 * for English and es-AR for Spanish. Returns undefined if there is no locale with the language.
 */
const findNearest = (tag: string): Locale | undefined => {
  const { language, country } = splitTag(tag)
  const sameLanguage = allLocales.filter((locale) => locale.language === language)
  return sameLanguage.find((locale) => locale.country === country) ?? sameLanguage[0]
}

/** Chooses the locale for a browser's languages, best first; the default locale if there is no match. */
export const negotiateLocale = (languages: readonly string[]): Locale => {
  for (const tag of languages.map(toTag)) {
    const locale = findLocale(tag) ?? findNearest(tag)
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
  /** `navigator.languages` */
  languages: readonly string[]
}

/**
 * Chooses the locale by the first hint that applies (specification §2): the query, then the locale nearest to
 * the tag in the path, then the stored locale, then the browser's languages, then the default. A tag with a
 * language that we do not have is ignored.
 */
export const chooseLocale = ({ query, pathTag, storedLocale, languages }: LocaleHints): Locale =>
  findLocale(query) ??
  (pathTag === undefined ? undefined : findNearest(toTag(pathTag))) ??
  findLocale(storedLocale) ??
  negotiateLocale(languages)
