import { isInMaintenance, type Locale } from '../config/locales.ts'
import { localTime } from '../lib/time/local-time.ts'

const maintenancePath = /^\/[^/]+\/maintenance\/?(?:[?#]|$)/
/** The page of a certificate, and a page that returns to one: the location selector, or the sign-in. */
const certificateHref =
  /^\/[^/?#]+\/(?:verify\/[^?#]|[^?#]*\?(?:[^#]*&)?(?:from=\/?|returnTo=\/[^/?&#]+\/)verify\/[^&#])/i
/** The part of a path that identifies the holder of a certificate, or a coach's device, after `$1`. */
const personalPath = /^(\/[^/]+\/(?:verify|admin\/sync))\/.+/

/** How often an address may be encoded on its way through the messages that contain it. */
const maxEncodings = 3

/** An address without the percent escapes of ASCII, because the router finds the page of an encoded path too. */
const decodeAscii = (href: string): string => {
  let decoded = href
  for (let count = 0; count < maxEncodings; count += 1)
    decoded = decoded.replaceAll(/%[0-7][\da-f]/gi, decodeURIComponent)
  return decoded
}

/** Whether an `href`, which begins with its path, names a certificate and so identifies its holder. */
export const namesCertificate = (href: string): boolean => certificateHref.test(decodeAscii(href))

/**
 * Whether third-party scripts load at an `href`, which begins with its path. They do not load where they
 * could identify the holder of a certificate, or on the maintenance page.
 */
export const isTagged = (href: string, locale: Locale, now: Date): boolean =>
  !namesCertificate(href) && !maintenancePath.test(href) && !isInMaintenance(locale, localTime(now))

/** A path for third-party scripts, without device ids and certificate numbers, which lead to names. */
export const reportedPath = (pathname: string): string => {
  const decoded = decodeAscii(pathname)
  return personalPath.test(decoded) ? decoded.replace(personalPath, '$1') : pathname
}
