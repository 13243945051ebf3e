import { isInMaintenance, type Locale } from '../config/locales.ts'
import { localTime } from '../lib/time/local-time.ts'

const maintenancePath = /^\/[^/]+\/maintenance\/?(?:[?#]|$)/
/** The page of a certificate, and the location selector that returns to one. */
const certificateHref =
  /^\/[^/?#]+\/(?:verify\/[^?#]|change-location\/?\?(?:[^#]*&)?from=verify(?:\/|%2F)[^&#])/i
/** The part of a path that identifies the holder of a certificate, or a coach's device, after `$1`. */
const personalPath = /^(\/[^/]+\/(?:verify|admin\/sync))\/.+/

/** Whether an `href`, which begins with its path, names a certificate and so identifies its holder. */
export const namesCertificate = (href: string): boolean => certificateHref.test(href)

/**
 * Whether third-party scripts load at an `href`, which begins with its path. They do not load where they
 * could identify the holder of a certificate, or on the maintenance page.
 */
export const isTagged = (href: string, locale: Locale, now: Date): boolean =>
  !namesCertificate(href) && !maintenancePath.test(href) && !isInMaintenance(locale, localTime(now))

/** A path for third-party scripts, without device ids and certificate numbers, which lead to names. */
export const reportedPath = (pathname: string): string => pathname.replace(personalPath, '$1')
