import { setupI18n, type I18n } from '@lingui/core'
import { locales, type LocaleCode } from '../../config/locales.ts'
import { createTranslate, type Translate } from '../translate.ts'

type Nested = { [key: string]: string | Nested }

const catalogues = import.meta.glob<Nested>('../../../locales/*/messages.json', {
  eager: true,
  import: 'default',
})

/** Outside a build, Lingui compiles a message on first use, so the texts only need their ids. */
const byId = (messages: Nested, prefix = ''): Record<string, string> =>
  Object.fromEntries(
    Object.entries(messages).flatMap(([key, value]) =>
      typeof value === 'string' ? [[prefix + key, value]] : Object.entries(byId(value, `${prefix}${key}.`)),
    ),
  )

const textsIn = (folder: string) => byId(catalogues[`../../../locales/${folder}/messages.json`] ?? {})

const cache = new Map<LocaleCode, I18n>()

/** The messages of a locale's catalogue, without a request. Cached, because there are thousands. */
export const i18nIn = (locale: LocaleCode): I18n => {
  const cached = cache.get(locale)
  if (cached) return cached
  const messages = { ...textsIn(locales[locale].language), ...textsIn(locale) }
  const i18n = setupI18n({ locale, messages: { [locale]: messages } })
  cache.set(locale, i18n)
  return i18n
}

/** Translates messages of a locale's catalogue. */
export const translateIn = (locale: LocaleCode): Translate => createTranslate(i18nIn(locale))
