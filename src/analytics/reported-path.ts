import { inMaintenance, type Locale } from '../config/locales.ts'
import { localTime } from '../lib/local-time.ts'

const maintenance = /^\/[^/]+\/maintenance\/?(?:[?#]|$)/
/** Of the certificate itself, and of the location selector that leads back to it. */
const certificate = /^\/[^/?#]+\/(?:verify\/[^?#]|change-location\/?\?(?:[^#]*&)?from=verify(?:\/|%2F)[^&#])/i
/** What follows names the coach who holds a certificate, or a coach's device. */
const personal = /^(\/[^/]+\/(?:verify|admin\/sync))\/.+/

/** Whether an address, from its path on, names a certificate, and so the coach who holds it. */
export const namesCertificate = (address: string): boolean => certificate.test(address)

/**
 * Whether scripts of others come to an address, from its path on: not where they would read who holds a certificate, nor to the
 * maintenance page.
 */
export const isTagged = (address: string, locale: Locale, now: Date): boolean =>
  !namesCertificate(address) && !maintenance.test(address) && !inMaintenance(locale, localTime(now))

/** A path as the scripts of others may know it: without the number of a certificate, which leads to a name, and without devices. */
export const reportedPath = (pathname: string): string => pathname.replace(personal, '$1')
