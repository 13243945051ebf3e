import { localeCodes, locales } from '../config/locales.ts'
import type { Translate } from './translate.ts'

/** The country codes of all locales, each once. */
export const countries = [...new Set(localeCodes.map((code) => locales[code].country))]

/** Returns the name of a country; for an unknown country, its code. */
export const formatCountryName = (country: string | null, t: Translate): string | null => {
  const knownCode = countries.find((code) => code === country)
  return knownCode ? t(`countryName.${knownCode}`) : country
}

/** Returns the name of a locale; for an unknown locale, its code. */
export const formatLocaleName = (locale: string, t: Translate): string => {
  const knownCode = localeCodes.find((code) => code === locale)
  return knownCode ? t(`localeName.${knownCode}`) : locale
}
