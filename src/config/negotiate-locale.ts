import { defaultLocale, localeCodes, localeFrom, locales, type Locale } from './locales.ts'

/** Turns a language into a tag. Some browsers report a POSIX name: `en_US.UTF-8` or `en_US@posix`. */
const tagOf = (language: string): string => language.replace(/[.@].*$/s, '').replaceAll('_', '-')

/** Language and region of a browser's tag: `en-gb`, `es-419`, `pt` … */
const partsOf = (tag: string): { language: string; country: string | undefined } => {
  const [language = '', ...rest] = tag.toLowerCase().split('-')
  return { language, country: rest.find((part) => /^[a-z]{2}$/.test(part))?.toUpperCase() }
}

const rows = localeCodes.map((code) => locales[code])

/**
 * The market for a language of a country without its own market. Within a language the order of the table
 * decides: en-GB precedes the other English locales, es-AR the other Spanish ones.
 */
const nearest = (tag: string): Locale | undefined => {
  const { language, country } = partsOf(tag)
  const speaking = rows.filter((row) => row.language === language)
  return speaking.find((row) => row.country === country) ?? speaking[0]
}

/** The locale for a browser's preferred languages, best first; the default if there is no match. */
export const negotiateLocale = (languages: readonly string[]): Locale => {
  for (const tag of languages.map(tagOf)) {
    const found = localeFrom(tag) ?? nearest(tag)
    if (found) return found
  }
  return locales[defaultLocale]
}

/** The sources of a locale, if the path does not name one. */
export type LocaleHints = {
  /** `?locale=` */
  query: string | null | undefined
  /** The tag that a path names instead of one of our locales, such as `en-IE`. */
  meant?: string | undefined
  /** The locale that was last on screen. */
  stored: string | null | undefined
  /** `navigator.languages` */
  languages: readonly string[]
}

/**
 * Chooses the query, otherwise the stored locale, otherwise the browser's preference, otherwise the default
 * (specification §2). A path that names an available language takes precedence over the stored locale. Other
 * languages in a path are ignored.
 */
export const chooseLocale = ({ query, meant, stored, languages }: LocaleHints): Locale =>
  localeFrom(query) ??
  (meant === undefined ? undefined : nearest(tagOf(meant))) ??
  localeFrom(stored) ??
  negotiateLocale(languages)
