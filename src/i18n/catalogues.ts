import { setupI18n, type Messages } from '@lingui/core'
import * as v from 'valibot'
import { toModuleFile, type CatalogueFile } from '../config/catalogue-files.ts'
import { localeCodes, type LocaleCode } from '../config/locales.ts'
import { waitForNextTask } from '../lib/async/next-task.ts'
import { getCatalogueUrl } from './catalogue-url.ts'
import { courseCatalogueSchema } from './course-catalogue.ts'
import { fetchJson, type FetchJsonDeps, type FetchJsonFailure } from './fetch-json.ts'
import { moduleContentSchema } from './module-content.ts'
import { pageCatalogueSchema } from './page-catalogue.ts'

/** Thrown if a catalogue file cannot be loaded. The error screen of the route shows the reason. */
export class CatalogueMissingError extends Error {
  readonly locale: LocaleCode
  readonly reason: FetchJsonFailure

  constructor(locale: LocaleCode, reason: FetchJsonFailure) {
    super(`The catalogue of ${locale} could not be loaded: ${reason}`)
    this.name = 'CatalogueMissingError'
    this.locale = locale
    this.reason = reason
  }
}

/** Whether a catalogue is missing because this page is from an older build than the server. */
export const isFromOlderBuild = (error: unknown): boolean =>
  error instanceof CatalogueMissingError && error.reason === 'gone'

/**
 * Checks only that the value is a record of lists, because the format of compiled messages is internal to
 * Lingui.
 */
const messagesSchema = v.custom<Messages>(
  (value) => typeof value === 'object' && value !== null && Object.values(value).every(Array.isArray),
)

/** Fetches and parses a catalogue file. Rejects with `CatalogueMissingError`. */
const fetchCatalogue = async <Content>(
  deps: FetchJsonDeps,
  locale: LocaleCode,
  url: string,
  schema: v.GenericSchema<unknown, Content>,
): Promise<Content> => {
  const result = await fetchJson(url, deps)
  if (!result.ok) throw new CatalogueMissingError(locale, result.error)
  // Yields between reading and checking the file, so that a slow phone can respond to a touch.
  await waitForNextTask()
  const parsed = v.safeParse(schema, result.value)
  if (!parsed.success) throw new CatalogueMissingError(locale, 'failed')
  return parsed.output
}

/**
 * Loads the texts of all locales, each file once, on first use. All methods reject with
 * `CatalogueMissingError`.
 */
export const createCatalogues = (deps: FetchJsonDeps) => {
  /** Returns the function that loads files of one schema, transforms their content and caches the result. */
  const createLoader = <Content, T>(
    schema: v.GenericSchema<unknown, Content>,
    transform: (content: Content, locale: LocaleCode) => T,
  ) => {
    const cache = new Map<string, Promise<T>>()
    return (locale: LocaleCode, file: CatalogueFile): Promise<T> => {
      const url = getCatalogueUrl(locale, file)
      const cached = cache.get(url)
      if (cached) return cached
      const content = fetchCatalogue(deps, locale, url, schema).then((parsed) => transform(parsed, locale))
      cache.set(url, content)
      // A failure is not cached, so that "try again" fetches again.
      content.catch(() => cache.delete(url))
      return content
    }
  }

  const loadI18n = createLoader(messagesSchema, (messages, locale) =>
    setupI18n({ locale, messages: { [locale]: messages } }),
  )
  const loadCourses = createLoader(courseCatalogueSchema, (catalogue) => catalogue)
  const loadPages = createLoader(pageCatalogueSchema, (catalogue) => catalogue)
  const loadModule = createLoader(moduleContentSchema, (content) => content)

  return {
    /**
     * Loads the `I18n` of a locale. Each locale has its own, because a link that preloads a page in another
     * locale must not change the displayed language.
     */
    i18n: (locale: LocaleCode) => loadI18n(locale, 'messages'),
    courses: (locale: LocaleCode) => loadCourses(locale, 'courses'),
    pages: (locale: LocaleCode) => loadPages(locale, 'pages'),
    /** Loads the texts of one module. */
    module: (locale: LocaleCode, moduleId: string) => loadModule(locale, toModuleFile(moduleId)),
  }
}

/**
 * Finds the locales whose messages the service worker has cached. The app can open offline in these locales.
 */
export const findCachedLocales = async (caches: Pick<CacheStorage, 'match'>): Promise<LocaleCode[]> => {
  const cachedFlags = await Promise.all(
    localeCodes.map(async (code) => (await caches.match(getCatalogueUrl(code, 'messages'))) !== undefined),
  )
  return localeCodes.filter((_, index) => cachedFlags[index])
}
