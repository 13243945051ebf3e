import { followLinks } from '../analytics/follow-links.ts'
import { followScroll } from '../analytics/follow-scroll.ts'
import type { TagScripts } from '../analytics/tag-scripts.ts'
import { localeFrom, type LocaleCode } from '../config/locales.ts'
import type { AppRouter } from './create-app-router.tsx'
import { linkManifest } from './link-manifest.ts'
import type { Services } from './services.ts'

/** A screen reader hears the new page's name, and the keyboard goes on from its top. */
const focusHeading = (): void => {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main')
  heading?.focus({ preventScroll: true })
}

/** What every new page means to the document around it: its language and manifest, the focus, analytics. */
export const followNavigation = (
  router: AppRouter,
  { track, storedLocale, keepLocale }: Services,
  tagScripts: TagScripts,
): void => {
  const pageShown = followScroll({ track, window })
  followLinks({ track, window })

  let shown: string | undefined
  let kept: LocaleCode | undefined
  router.subscribe('onRendered', ({ toLocation }) => {
    const { pathname, hash } = toLocation
    const locale = localeFrom(pathname.split('/')[1])
    const opened = router.state.matches.some(
      ({ routeId, status }) => routeId === '/$locale' && status === 'success',
    )
    if (!locale || !opened || pathname === shown) return
    document.documentElement.lang = locale.code
    linkManifest(document.head, locale.code)
    storedLocale.write(locale.code)
    tagScripts.open(locale)
    if (locale.code !== kept) keepLocale(locale.code)
    kept = locale.code
    void track('page_view', { path: pathname, locale: locale.code })
    if (shown !== undefined && hash === '') focusHeading()
    shown = pathname
    pageShown()
  })
}
