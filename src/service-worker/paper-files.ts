/** What makes the files of certificates, on the devices of those who have one. */
export const paperFiles = 'certificate-files'

export const isPaperScript = (address: string): boolean =>
  /assets\/(?:certificate-pdf|japanese-fonts)-[^/]+\.js$/.test(address)

/** The typefaces that certificates are written in. The app itself uses those of the device. */
export const isTypeface = (address: string): boolean => /assets\/[^/]+\.woff$/.test(address)

export const isPaperFile = (address: string): boolean => isPaperScript(address) || isTypeface(address)
