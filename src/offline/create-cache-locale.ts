import type { LocaleCode } from '../config/locales.ts'
import type { TryUntilDone } from '../platform/try-until-done.ts'

type Deps = {
  /** Asks the service worker to cache missing files. The request waits for its installation. */
  post: (locale: LocaleCode) => Promise<void>
  /** Whether every text is cached. */
  opens: (locale: LocaleCode) => Promise<boolean>
  tryUntilDone: TryUntilDone
}

/**
 * Asks the service worker to cache the locale on screen, repeatedly until every text is cached. A file that
 * is missing or truncated would otherwise be missing until the next visit.
 */
export const createCacheLocale = ({ post, opens, tryUntilDone }: Deps) => {
  let current: { locale: LocaleCode } | undefined

  const follow = async (locale: LocaleCode): Promise<void> => {
    const mine = { locale }
    current = mine
    let isAsked = false
    await tryUntilDone(async () => {
      // Asks at least once: the service worker then takes control of the page and caches the rest of the app.
      if (isAsked && (current !== mine || (await opens(locale).catch(() => true)))) return true
      isAsked = true
      await post(locale)
      return false
    })
    if (current === mine) current = undefined
  }
  return (locale: LocaleCode): void => void (current?.locale === locale ? post(locale) : follow(locale))
}
