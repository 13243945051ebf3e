import { defaultLocale, localeCodes, localeFrom, locales, type Locale } from './locales.ts'

/**
 * A language as a platform may name it, as a tag: some browsers tell the POSIX name of the system, `en_US.UTF-8` or `en_US@posix`.
 */
const tagOf = (language: string): string => language.replace(/[.@].*$/s, '').replaceAll('_', '-')

/** Language and region of a browser's tag: `en-gb`, `es-419`, `pt` … */
const partsOf = (tag: string): { language: string; country: string | undefined } => {
  const [language = '', ...rest] = tag.toLowerCase().split('-')
  return { language, country: rest.find((part) => /^[a-z]{2}$/.test(part))?.toUpperCase() }
}

const rows = localeCodes.map((code) => locales[code])

/**
 * The market for a language that is spoken in a country we are not in. Within a language the table's order decides:
 * en-GB before the other English locales, es-AR before the other Spanish ones.
 */
const nearest = (tag: string): Locale | undefined => {
  const { language, country } = partsOf(tag)
  const speaking = rows.filter((row) => row.language === language)
  return speaking.find((row) => row.country === country) ?? speaking[0]
}

/** The locale for what a browser prefers, best first; the default when we have none of these languages. */
export const negotiateLocale = (languages: readonly string[]): Locale => {
  for (const tag of languages.map(tagOf)) {
    const found = localeFrom(tag) ?? nearest(tag)
    if (found) return found
  }
  return locales[defaultLocale]
}

/** Where a locale can come from when the path does not say it. */
export type LocaleHints = {
  /** `?locale=` */
  query: string | null | undefined
  /** What a path names instead of one of our locales, as `en-IE`. */
  meant?: string | undefined
  /** What was on screen last. */
  stored: string | null | undefined
  /** `navigator.languages` */
  languages: readonly string[]
}

/**
 * The query, else what was stored, else what the browser prefers, else the default (specification §2). A path that asks for a language
 * we have says more than what was on screen last; one that asks for another says nothing.
 */
export const chooseLocale = ({ query, meant, stored, languages }: LocaleHints): Locale =>
  localeFrom(query) ??
  (meant === undefined ? undefined : nearest(tagOf(meant))) ??
  localeFrom(stored) ??
  negotiateLocale(languages)
