import { useLingui } from '@lingui/react'
import { defaultLocale, localeFrom, locales, type Locale } from '../config/locales.ts'

/** The row of the locale table for the locale on screen. */
export const useLocale = (): Locale => {
  const { i18n } = useLingui()
  return localeFrom(i18n.locale) ?? locales[defaultLocale]
}
