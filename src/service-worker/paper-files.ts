/**
 * The cache of the scripts and typefaces that create certificates, on devices whose coach has a certificate.
 */
export const paperFiles = 'certificate-files'

export const isPaperScript = (address: string): boolean =>
  /assets\/(?:certificate-pdf|japanese-fonts)-[^/]+\.js$/.test(address)

/** Whether a file is a typeface of certificates. The app itself uses the typefaces of the device. */
export const isTypeface = (address: string): boolean => /assets\/[^/]+\.woff$/.test(address)

export const isPaperFile = (address: string): boolean => isPaperScript(address) || isTypeface(address)
