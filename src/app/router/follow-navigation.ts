import { followLinks, followScroll } from '../../analytics/follow-interactions.ts'
import { allowsTagScripts, toReportedPath } from '../../analytics/reported-path.ts'
import type { TagScripts } from '../../analytics/tag-scripts.ts'
import { findLocale, type LocaleCode } from '../../config/locales.ts'
import type { Services } from '../services/services.ts'
import type { AppRouter } from './create-app-router.tsx'

/**
 * Shows the section of the page that a link names by its hash: unfolds it and focuses its heading. Without
 * this, a menu that closes after the click would leave the focus on the body. Returns whether the page has
 * the section.
 */
export const showSection = (id: string): boolean => {
  const heading = document.getElementById(id)?.querySelector<HTMLElement>('h2[tabindex]')
  if (!heading) return false
  const details = heading.closest('details')
  if (details) details.open = true
  heading.focus({ preventScroll: true })
  return true
}

/**
 * Shows a section when a link to it is followed on the same page. If the URL stays the same, the router does
 * not navigate, although the coach may have folded the section since.
 */
export const followLinksToSections = (): void => {
  document.addEventListener('click', ({ target, defaultPrevented }) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href*="#"]') : null
    // The router prevents the default of every click that it handles. Other clicks, such as those that open
    // a new tab, are ignored.
    if (!link || !defaultPrevented || link.pathname !== location.pathname) return
    const id = link.hash.slice(1)
    if (showSection(id)) document.getElementById(id)?.scrollIntoView()
  })
}

/**
 * Focuses the heading, so that a screen reader announces the new page, and the keyboard continues from its
 * top.
 */
const focusHeading = (): void => {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main')
  heading?.focus({ preventScroll: true })
}

/**
 * Links the manifest of the current locale, so that an app installed now has its texts and URLs. A server
 * cannot do this, because the shell is the same file for all locales and comes from the cache.
 */
const linkManifest = (head: HTMLHeadElement, locale: LocaleCode): void => {
  const href = `/manifests/${locale}.webmanifest`
  const previousLink = head.querySelector<HTMLLinkElement>('link[rel="manifest"]')
  if (previousLink?.getAttribute('href') === href) return
  // The link is replaced instead of changed, because browsers read a manifest when its link appears.
  previousLink?.remove()
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
  const onPageShown = followScroll({ track, window })
  followLinks({ track, window })
  followLinksToSections()

  let shownPath: string | undefined
  let shownLocale: LocaleCode | undefined
  router.subscribe('onRendered', ({ toLocation }) => {
    const { pathname, hash, href } = toLocation
    // Only the search params or the hash may have changed.
    const isNewPage = pathname !== shownPath
    const locale = findLocale(pathname.split('/')[1])
    const isLocaleLoaded = router.state.matches.some(
      ({ routeId, status }) => routeId === '/$locale' && status === 'success',
    )
    if (!isNewPage || !locale || !isLocaleLoaded) return
    document.documentElement.lang = locale.code
    linkManifest(document.head, locale.code)
    device.locale.stored.write(locale.code)
    // Third-party scripts do not load on every page.
    if (allowsTagScripts(href, locale, device.now())) tagScripts.loadFor(locale)
    if (locale.code !== shownLocale) offline.cacheLocale(locale.code)
    if (shownLocale !== undefined && locale.code !== shownLocale)
      void track('locale_changed', { from: shownLocale, to: locale.code })
    shownLocale = locale.code
    void track('page_view', { path: toReportedPath(pathname), locale: locale.code })
    if (shownPath !== undefined && !showSection(hash)) focusHeading()
    shownPath = pathname
    onPageShown()
  })
}
