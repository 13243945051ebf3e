import type { Services } from '../../../app/services/services.ts'
import type { LocaleCode } from '../../../config/locales.ts'
import { createTranslate } from '../../../i18n/translate.ts'

/**
 * Returns a function that loads the texts of a certificate in `locale`, its own locale. That may differ from
 * the locale of the page, because a certificate stays in the language in which it was issued.
 */
export const createLoadCertificateTexts =
  ({ catalogues }: Services['offline'], locale: LocaleCode) =>
  async () => {
    const [i18n, courses] = await Promise.all([catalogues.i18n(locale), catalogues.courses(locale)])
    return { t: createTranslate(i18n), courses }
  }
