import { setupI18n, type Messages } from '@lingui/core'
import * as v from 'valibot'
import { moduleFile, type CatalogueFile } from '../config/catalogue-files.ts'
import { localeCodes, type LocaleCode } from '../config/locales.ts'
import { nextTask } from '../lib/async/next-task.ts'
import { catalogueUrl } from './catalogue-url.ts'
import { courseCatalogueSchema } from './course-catalogue.ts'
import { fetchJson, type FetchJsonDeps, type FetchJsonFailure } from './fetch-json.ts'
import { moduleContentSchema } from './module-content.ts'
import { pageCatalogueSchema } from './page-catalogue.ts'

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

/** Whether a catalogue is missing because this page is from an older build than the server. */
export const isFromOlderBuild = (error: unknown): boolean =>
  error instanceof CatalogueMissing && error.reason === 'gone'

/** Only checks for a record of lists. The content of compiled ICU is internal to Lingui. */
const messagesSchema = v.custom<Messages>(
  (value) => typeof value === 'object' && value !== null && Object.values(value).every(Array.isArray),
)

/** Loads the texts of every locale, each file once, on first use. All methods throw `CatalogueMissing`. */
export const createCatalogues = (deps: FetchJsonDeps) => {
  /**
   * Returns the function that fetches a file of a locale, checks it with the schema and transforms its
   * content. It keeps the results.
   */
  const createLoader = <Content, T>(
    schema: v.GenericSchema<unknown, Content>,
    transform: (content: Content, locale: LocaleCode) => T,
  ) => {
    const cache = new Map<string, Promise<T>>()
    const fetchCatalogue = async (locale: LocaleCode, url: string): Promise<T> => {
      const result = await fetchJson(url, deps)
      if (!result.ok) throw new CatalogueMissing(locale, result.error)
      // Yields between reading and checking the file, so that a slow phone can respond to a touch.
      await nextTask()
      const parsed = v.safeParse(schema, result.value)
      if (!parsed.success) throw new CatalogueMissing(locale, 'failed')
      return transform(parsed.output, locale)
    }
    return (locale: LocaleCode, file: CatalogueFile): Promise<T> => {
      const url = catalogueUrl(locale, file)
      const cached = cache.get(url)
      if (cached) return cached
      const loading = fetchCatalogue(locale, url)
      cache.set(url, loading)
      // Forgets a failure, so that "try again" fetches again.
      loading.catch(() => cache.delete(url))
      return loading
    }
  }

  const loadI18n = createLoader(messagesSchema, (messages, locale) =>
    setupI18n({ locale, messages: { [locale]: messages } }),
  )
  const loadCourses = createLoader(courseCatalogueSchema, (catalogue) => catalogue)
  const loadPages = createLoader(pageCatalogueSchema, (catalogue) => catalogue)
  const loadModule = createLoader(moduleContentSchema, (content) => content)

  return {
    /** One `I18n` per locale: with a shared one, a link that preloads would change the language on screen. */
    i18n: (locale: LocaleCode) => loadI18n(locale, 'messages'),
    courses: (locale: LocaleCode) => loadCourses(locale, 'courses'),
    pages: (locale: LocaleCode) => loadPages(locale, 'pages'),
    /** The texts of one module. */
    module: (locale: LocaleCode, id: string) => loadModule(locale, moduleFile(id)),
  }
}

/** The locales whose messages the service worker has cached, which open offline. */
export const cachedLocales = async (caches: Pick<CacheStorage, 'match'>): Promise<LocaleCode[]> => {
  const isCached = await Promise.all(
    localeCodes.map(async (code) => (await caches.match(catalogueUrl(code, 'messages'))) !== undefined),
  )
  return localeCodes.filter((_, index) => isCached[index])
}
