import { useLingui } from '@lingui/react'
import { defaultLocale, findLocale, locales, type Locale } from '../config/locales.ts'

/** Returns the current locale. */
export const useLocale = (): Locale => {
  const { i18n } = useLingui()
  return findLocale(i18n.locale) ?? locales[defaultLocale]
}
