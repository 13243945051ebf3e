import type { LocaleCode } from '../config/locales.ts'
import type { TryUntilDone } from '../platform/try-until-done.ts'

type Deps = {
  /** Asks the service worker to cache what is missing; resolves when it was asked, which is after its installation. */
  post: (locale: LocaleCode) => Promise<void>
  /** Whether every text is cached. */
  opens: (locale: LocaleCode) => Promise<boolean>
  tryUntilDone: TryUntilDone
}

/**
 * Has the service worker cache the locale on screen, and asks again until every text is there: a file that does not come, or
 * comes in half, would be missing until the next visit.
 */
export const createCacheLocale = ({ post, opens, tryUntilDone }: Deps) => {
  let current: { locale: LocaleCode } | undefined

  const follow = async (locale: LocaleCode): Promise<void> => {
    const mine = { locale }
    current = mine
    let isAsked = false
    await tryUntilDone(async () => {
      // Asked once in any case: the service worker takes the page over, and completes the app.
      if (isAsked && (current !== mine || (await opens(locale).catch(() => true)))) return true
      isAsked = true
      await post(locale)
      return false
    })
    if (current === mine) current = undefined
  }
  return (locale: LocaleCode): void => void (current?.locale === locale ? post(locale) : follow(locale))
}
