import type { LocaleCode } from '../config/locales.ts'
import type { TryUntilDone } from '../platform/try-until-done.ts'

type CacheLocaleDeps = {
  /** Sends a message to the service worker, which then caches missing files. Waits for its installation. */
  post: (locale: LocaleCode) => Promise<void>
  /** Whether every text is cached. */
  isCached: (locale: LocaleCode) => Promise<boolean>
  tryUntilDone: TryUntilDone
}

/**
 * Asks the service worker to cache the current locale, repeatedly until every text is cached. Without the
 * repetition, a file that could not be fetched completely would be missing until the next visit.
 */
export const createCacheLocale = ({ post, isCached, tryUntilDone }: CacheLocaleDeps) => {
  /**
   * The run that caches the current locale. Each run compares its object with this one to find out whether a
   * run for another locale has replaced it.
   */
  let currentRun: { locale: LocaleCode } | undefined

  const cacheLocale = async (locale: LocaleCode): Promise<void> => {
    const run = { locale }
    currentRun = run
    let isRequested = false
    // A failed check ends the run. Otherwise, a device on which the check always fails would never stop.
    const isFinished = async () => currentRun !== run || (await isCached(locale).catch(() => true))
    await tryUntilDone(async () => {
      // Asks at least once, because the service worker then also takes control of the page and caches the
      // rest of the app.
      if (isRequested && (await isFinished())) return true
      isRequested = true
      await post(locale)
      return false
    })
    if (currentRun === run) currentRun = undefined
  }

  return (locale: LocaleCode): void => {
    // If a run for this locale is in progress, one more message is enough: the run repeats it if needed.
    if (currentRun?.locale === locale) void post(locale)
    else void cacheLocale(locale)
  }
}
