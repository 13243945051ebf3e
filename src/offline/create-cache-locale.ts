import type { LocaleCode } from '../config/locales.ts'
import type { TryUntilDone } from '../platform/try-until-done.ts'

type CacheLocaleDeps = {
  /** Asks the service worker to cache missing files. The request waits for its installation. */
  post: (locale: LocaleCode) => Promise<void>
  /** Whether every text is cached. */
  isCached: (locale: LocaleCode) => Promise<boolean>
  tryUntilDone: TryUntilDone
}

/**
 * Asks the service worker to cache the locale on screen, repeatedly until every text is cached. A file that
 * is missing or truncated would otherwise be missing until the next visit.
 */
export const createCacheLocale = ({ post, isCached, tryUntilDone }: CacheLocaleDeps) => {
  /**
   * The locale that is being cached; a new object for each run, so that a run notices when another replaces
   * it.
   */
  let currentRun: { locale: LocaleCode } | undefined

  const cacheLocale = async (locale: LocaleCode): Promise<void> => {
    const run = { locale }
    currentRun = run
    let isRequested = false
    await tryUntilDone(async () => {
      // Asks at least once: the service worker then takes control of the page and caches the rest of the app.
      if (isRequested) {
        const isReplaced = currentRun !== run
        // A check that fails counts as cached, because repeating the request would have no end.
        if (isReplaced || (await isCached(locale).catch(() => true))) return true
      }
      isRequested = true
      await post(locale)
      return false
    })
    if (currentRun === run) currentRun = undefined
  }

  return (locale: LocaleCode): void => {
    // The run for this locale continues. One more message to the service worker is enough.
    if (currentRun?.locale === locale) void post(locale)
    else void cacheLocale(locale)
  }
}
