import { followLinks, followScroll } from '../../analytics/follow-interactions.ts'
import { isTagged, reportedPath } from '../../analytics/reported-path.ts'
import type { TagScripts } from '../../analytics/tag-scripts.ts'
import { localeFrom, type LocaleCode } from '../../config/locales.ts'
import type { AppRouter } from './create-app-router.tsx'
import type { Services } from '../services/services.ts'

/**
 * Shows the part of the page that a link names by its hash: unfolds it and focuses its heading. Without this,
 * a menu that closes after the click would leave the focus on the body. Returns whether the page has the
 * part.
 */
export const showPart = (hash: string): boolean => {
  const part = document.getElementById(hash)
  const heading = part?.querySelector<HTMLElement>('h2[tabindex]')
  if (!part || !heading) return false
  const fold = heading.closest('details')
  if (fold) fold.open = true
  heading.focus({ preventScroll: true })
  return true
}

/**
 * Shows a part when a link to it is followed on the same page. If the address stays the same, the router does
 * not navigate, and the coach may have folded the part since.
 */
export const followLinksToParts = (): void => {
  document.addEventListener('click', ({ target, defaultPrevented }) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href*="#"]') : null
    // A click that the router does not handle opens elsewhere.
    if (!link || !defaultPrevented || link.pathname !== location.pathname) return
    const hash = link.hash.slice(1)
    if (showPart(hash)) document.getElementById(hash)?.scrollIntoView()
  })
}

/** Focuses the heading: a screen reader announces the new page, and the keyboard continues from its top. */
const focusHeading = (): void => {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main')
  heading?.focus({ preventScroll: true })
}

/**
 * Links the manifest of the locale on screen, so that an app installed now has its texts and addresses. A
 * server cannot do this, because the shell is the same file for all locales and comes from the cache.
 */
const linkManifest = (head: HTMLHeadElement, locale: LocaleCode): void => {
  const href = `/manifests/${locale}.webmanifest`
  const known = head.querySelector<HTMLLinkElement>('link[rel="manifest"]')
  if (known?.getAttribute('href') === href) return
  // Replaced instead of changed: browsers read a manifest when its link appears.
  known?.remove()
  const link = document.createElement('link')
  link.rel = 'manifest'
  link.href = href
  head.append(link)
}

/** Updates the document for every new page: its language and manifest, the focus, and analytics. */
export const followNavigation = (
  router: AppRouter,
  { outbox: { track }, device, offline }: Services,
  tagScripts: TagScripts,
): void => {
  const pageShown = followScroll({ track, window })
  followLinks({ track, window })
  followLinksToParts()

  let shown: string | undefined
  let cached: LocaleCode | undefined
  router.subscribe('onRendered', ({ toLocation }) => {
    const { pathname, hash, href } = toLocation
    const locale = localeFrom(pathname.split('/')[1])
    const opened = router.state.matches.some(
      ({ routeId, status }) => routeId === '/$locale' && status === 'success',
    )
    if (!locale || !opened || pathname === shown) return
    document.documentElement.lang = locale.code
    linkManifest(document.head, locale.code)
    device.locale.stored.write(locale.code)
    if (isTagged(href, locale, device.now())) tagScripts.open(locale)
    if (locale.code !== cached) offline.cacheLocale(locale.code)
    if (cached !== undefined && locale.code !== cached)
      void track('locale_changed', { from: cached, to: locale.code })
    cached = locale.code
    void track('page_view', { path: reportedPath(pathname), locale: locale.code })
    if (shown !== undefined && !showPart(hash)) focusHeading()
    shown = pathname
    pageShown()
  })
}
