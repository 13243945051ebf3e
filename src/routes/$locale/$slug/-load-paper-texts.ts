import type { Services } from '../../../app/services/services.ts'
import type { LocaleCode } from '../../../config/locales.ts'
import { createTranslate } from '../../../i18n/translate.ts'

/** Returns a function that loads what a certificate says in its own language. */
export const createLoadPaperTexts =
  ({ catalogues }: Services['offline'], locale: LocaleCode) =>
  async () => {
    const [i18n, courses] = await Promise.all([catalogues.i18n(locale), catalogues.courses(locale)])
    return { t: createTranslate(i18n), courses }
  }
