import { setupI18n, type I18n, type Messages } from '@lingui/core'
import * as v from 'valibot'
import type { LocaleCode } from '../config/locales.ts'
import { catalogueAddress, type CatalogueFile } from './catalogue-address.ts'
import { CatalogueMissing } from './catalogue-missing.ts'
import { courseCatalogue, type CourseCatalogue } from './course-catalogue.ts'
import { fetchJson, type FetchJsonDeps } from './fetch-json.ts'
import { pageCatalogue, type PageCatalogue } from './page-catalogue.ts'

/** The words of every locale, fetched when they are first needed and kept. All of them throw `CatalogueMissing`. */
export type Catalogues = {
  /** One `I18n` per locale: a shared one would change the language of what is on screen while a link preloads. */
  i18n: (locale: LocaleCode) => Promise<I18n>
  courses: (locale: LocaleCode) => Promise<CourseCatalogue>
  pages: (locale: LocaleCode) => Promise<PageCatalogue>
}

/** Compiled ICU is only looked at by Lingui: that it is a record of ids is all that can be checked cheaply. */
const messages = v.custom<Messages>(
  (value) => typeof value === 'object' && value !== null && Object.values(value).every(Array.isArray),
)

export const createCatalogues = (deps: FetchJsonDeps): Catalogues => {
  const kept = <T, U>(
    file: CatalogueFile,
    schema: v.GenericSchema<unknown, T>,
    make: (locale: LocaleCode, content: T) => U,
  ) => {
    const loaded = new Map<LocaleCode, Promise<U>>()
    const load = async (locale: LocaleCode): Promise<U> => {
      const answer = await fetchJson(catalogueAddress(locale, file), deps)
      if (!answer.ok) throw new CatalogueMissing(locale, answer.error)
      const parsed = v.safeParse(schema, answer.value)
      if (!parsed.success) throw new CatalogueMissing(locale, 'failed')
      return make(locale, parsed.output)
    }
    return (locale: LocaleCode): Promise<U> => {
      const found = loaded.get(locale)
      if (found) return found
      const loading = load(locale)
      loaded.set(locale, loading)
      // A failure is not kept: "try again" asks again.
      loading.catch(() => loaded.delete(locale))
      return loading
    }
  }

  const asIs = <T>(_: LocaleCode, content: T): T => content
  return {
    i18n: kept('messages', messages, (locale, content) =>
      setupI18n({ locale, messages: { [locale]: content } }),
    ),
    courses: kept('courses', courseCatalogue, asIs),
    pages: kept('pages', pageCatalogue, asIs),
  }
}
