import type { LocaleCode } from '../config/locales.ts'

/**
 * Links the manifest of the locale on screen: what is installed then has its words and addresses. The shell is the same
 * file for all locales, and comes from the cache, so that no server can do this.
 */
export const linkManifest = (head: HTMLHeadElement, locale: LocaleCode): void => {
  const href = `/manifests/${locale}.webmanifest`
  const known = head.querySelector<HTMLLinkElement>('link[rel="manifest"]')
  if (known?.getAttribute('href') === href) return
  // Replaced and not changed: browsers read a manifest when its link appears.
  known?.remove()
  const link = document.createElement('link')
  link.rel = 'manifest'
  link.href = href
  head.append(link)
}
