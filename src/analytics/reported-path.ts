import { inMaintenance, type Locale } from '../config/locales.ts'
import { localTime } from '../lib/local-time.ts'

const maintenance = /^\/[^/]+\/maintenance\/?$/
const certificate = /^(\/[^/]+\/verify)\/.+/

/** Whether an address names a certificate, and so the coach who holds it. */
export const namesCertificate = (pathname: string): boolean => certificate.test(pathname)

/** Whether scripts of others come to a page: not where they would read who holds a certificate, nor to the maintenance page. */
export const isTagged = (pathname: string, locale: Locale, now: Date): boolean =>
  !namesCertificate(pathname) && !maintenance.test(pathname) && !inMaintenance(locale, localTime(now))

/** An address as the scripts of others may know it: without the number of a certificate, which leads to a name. */
export const reportedPath = (pathname: string): string => pathname.replace(certificate, '$1')
