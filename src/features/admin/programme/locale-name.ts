import { localeCodes } from '../../../config/locales.ts'
import type { Translate } from '../../../i18n/translate.ts'

/** The name of a locale; an unknown locale is shown as its code. */
export const localeName = (locale: string, t: Translate): string => {
  const known = localeCodes.find((code) => code === locale)
  return known ? t(`localeName.${known}`) : locale
}
