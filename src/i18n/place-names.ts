import { localeCodes, locales } from '../config/locales.ts'
import type { Translate } from './translate.ts'

/** The countries of the locales. */
export const countries = [...new Set(localeCodes.map((code) => locales[code].country))]

/** The name of a country; an unknown country is shown as its code. */
export const countryName = (country: string | null, t: Translate): string | null => {
  const knownCode = countries.find((code) => code === country)
  return knownCode ? t(`countryName.${knownCode}`) : country
}

/** The name of a locale; an unknown locale is shown as its code. */
export const localeName = (locale: string, t: Translate): string => {
  const knownCode = localeCodes.find((code) => code === locale)
  return knownCode ? t(`localeName.${knownCode}`) : locale
}
