import { setupI18n, type Messages } from '@lingui/core'
import * as v from 'valibot'
import { localeCodes, type LocaleCode } from '../config/locales.ts'
import { catalogueAddress } from './catalogue-address.ts'
import { moduleFile } from '../config/catalogue-files.ts'
import { nextTask } from '../lib/async/next-task.ts'
import { courseCatalogue } from './course-catalogue.ts'
import { fetchJson, type FetchJsonDeps, type FetchJsonFailure } from './fetch-json.ts'
import { moduleContent } from './module-content.ts'
import { pageCatalogue } from './page-catalogue.ts'

/** Thrown by a route that needs the catalogue of its locale. The route's error screen shows the reason. */
export class CatalogueMissing extends Error {
  readonly locale: LocaleCode
  readonly reason: FetchJsonFailure

  constructor(locale: LocaleCode, reason: FetchJsonFailure) {
    super(`The catalogue of ${locale} could not be loaded: ${reason}`)
    this.name = 'CatalogueMissing'
    this.locale = locale
    this.reason = reason
  }
}

/** Whether only a newer version of the app has this catalogue. */
export const isGone = (error: unknown): boolean =>
  error instanceof CatalogueMissing && error.reason === 'gone'

/** Only checks for a record of lists. The content of compiled ICU is internal to Lingui. */
const messages = v.custom<Messages>(
  (value) => typeof value === 'object' && value !== null && Object.values(value).every(Array.isArray),
)

/** Loads the texts of every locale, each file once, on first use. All methods throw `CatalogueMissing`. */
export const createCatalogues = (deps: FetchJsonDeps) => {
  const loadOnce = <T, U = T>(
    addressOf: (locale: LocaleCode, id: string) => string,
    schema: v.GenericSchema<unknown, T>,
    make: (content: T, locale: LocaleCode) => U,
  ) => {
    const loaded = new Map<string, Promise<U>>()
    const load = async (locale: LocaleCode, address: string): Promise<U> => {
      const fetched = await fetchJson(address, deps)
      if (!fetched.ok) throw new CatalogueMissing(locale, fetched.error)
      // Lets a slow phone read and check the file in two tasks.
      await nextTask()
      const parsed = v.safeParse(schema, fetched.value)
      if (!parsed.success) throw new CatalogueMissing(locale, 'failed')
      return make(parsed.output, locale)
    }
    return (locale: LocaleCode, id = ''): Promise<U> => {
      const address = addressOf(locale, id)
      const found = loaded.get(address)
      if (found) return found
      const loading = load(locale, address)
      loaded.set(address, loading)
      // Forgets a failure, so that "try again" fetches again.
      loading.catch(() => loaded.delete(address))
      return loading
    }
  }

  return {
    /** One `I18n` per locale: with a shared one, a link that preloads would change the language on screen. */
    i18n: loadOnce(
      (locale) => catalogueAddress(locale, 'messages'),
      messages,
      (content, locale) => setupI18n({ locale, messages: { [locale]: content } }),
    ),
    courses: loadOnce(
      (locale) => catalogueAddress(locale, 'courses'),
      courseCatalogue,
      (content) => content,
    ),
    pages: loadOnce(
      (locale) => catalogueAddress(locale, 'pages'),
      pageCatalogue,
      (content) => content,
    ),
    /** The texts of one module. */
    module: loadOnce(
      (locale, id) => catalogueAddress(locale, moduleFile(id)),
      moduleContent,
      (content) => content,
    ),
  }
}

/** The locales whose messages the service worker has cached, which open offline. */
export const cachedLocales = async (caches: Pick<CacheStorage, 'match'>): Promise<LocaleCode[]> => {
  const found = await Promise.all(
    localeCodes.map(async (code) => (await caches.match(catalogueAddress(code, 'messages'))) !== undefined),
  )
  return localeCodes.filter((_, index) => found[index])
}
