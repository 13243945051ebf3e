import { isInMaintenance, type Locale } from '../config/locales.ts'
import { formatLocalTime } from '../lib/time/local-time.ts'

const maintenancePath = /^\/[^/]+\/maintenance\/?(?:[?#]|$)/
/** Matches the page of a certificate, and the location selector and sign-in screen that return to one. */
const certificateHref =
  /^\/[^/?#]+\/(?:verify\/[^?#]|[^?#]*\?(?:[^#]*&)?(?:from=\/?|returnTo=\/[^/?&#]+\/)verify\/[^&#])/i
/** Matches a path whose part after `$1` identifies the holder of a certificate or a coach's device. */
const personalPath = /^(\/[^/]+\/(?:verify|admin\/sync))\/.+/

/** How many layers of percent encoding are removed. Each app that forwards a link may add one. */
const maxEncodings = 3

/** Decodes percent-encoded ASCII characters, because the router also finds a page by its encoded path. */
const decodeAscii = (href: string): string => {
  let decoded = href
  for (let count = 0; count < maxEncodings; count += 1)
    decoded = decoded.replaceAll(/%[0-7][\da-f]/gi, decodeURIComponent)
  return decoded
}

/** Whether an `href`, which begins with its path, names a certificate and so identifies its holder. */
export const namesCertificate = (href: string): boolean => certificateHref.test(decodeAscii(href))

/**
 * Whether the page at an `href`, which begins with its path, may load third-party scripts. It may not if they
 * could identify the holder of a certificate, or during maintenance.
 */
export const allowsTagScripts = (href: string, locale: Locale, now: Date): boolean =>
  !namesCertificate(href) && !maintenancePath.test(href) && !isInMaintenance(locale, formatLocalTime(now))

/** Returns a path for third-party scripts, without device ids and certificate numbers. */
export const toReportedPath = (pathname: string): string => {
  const decoded = decodeAscii(pathname)
  return personalPath.test(decoded) ? decoded.replace(personalPath, '$1') : pathname
}
