import { localeCodes, type LocaleCode } from '../../src/config/locales.ts'

/** The site's own credential at the loyalty provider: base64 of `name:secret`. */
export const vendorCredential = Buffer.from('breaking-barriers:sandbox-vendor').toString('base64')

/** The key of a locale at the marketing profile and the extended profile. */
export const personKeyOf = (locale: LocaleCode) => `sandbox-key-${locale}`
export const personKeys: ReadonlyMap<string, LocaleCode> = new Map(
  localeCodes.map((code) => [personKeyOf(code), code]),
)
