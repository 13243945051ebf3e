const certificate = /^(\/[^/]+\/verify)\/.+/

/** Whether an address names a certificate, and so the coach who holds it. */
export const namesCertificate = (pathname: string): boolean => certificate.test(pathname)

/** An address as the scripts of others may know it: without the number of a certificate, which leads to a name. */
export const reportedPath = (pathname: string): string => pathname.replace(certificate, '$1')
