import { inMaintenance, type Locale } from '../config/locales.ts'
import { localTime } from '../lib/time/local-time.ts'

const maintenance = /^\/[^/]+\/maintenance\/?(?:[?#]|$)/
/** The addresses of a certificate, and of the location selector that returns to one. */
const certificate = /^\/[^/?#]+\/(?:verify\/[^?#]|change-location\/?\?(?:[^#]*&)?from=verify(?:\/|%2F)[^&#])/i
/** The rest of such a path identifies the holder of a certificate, or a coach's device. */
const personal = /^(\/[^/]+\/(?:verify|admin\/sync))\/.+/

/** Whether an address, from its path on, names a certificate and so identifies its holder. */
export const namesCertificate = (address: string): boolean => certificate.test(address)

/**
 * Whether third-party scripts load at an address, from its path on. They do not load where they could
 * identify the holder of a certificate, or on the maintenance page.
 */
export const isTagged = (address: string, locale: Locale, now: Date): boolean =>
  !namesCertificate(address) && !maintenance.test(address) && !inMaintenance(locale, localTime(now))

/** A path for third-party scripts, without device ids and certificate numbers, which lead to names. */
export const reportedPath = (pathname: string): string => pathname.replace(personal, '$1')
