import * as v from 'valibot'
import { localeCodes, locales, type LocaleCode } from './locales.ts'

/** In the order of the footer. */
export const socialNetworks = ['facebook', 'instagram', 'twitter', 'youtube'] as const

const pageUrl = v.pipe(v.string(), v.url(), v.startsWith('https://', 'must begin with https://'))
const linksSchema = v.strictObject(v.entriesFromList(socialNetworks, v.optional(pageUrl)))
const linksOrNone = v.strictObject(v.entriesFromList(socialNetworks, v.optional(v.nullable(pageUrl))))

/** The programme's existing pages at the social networks. */
export type SocialLinks = v.InferOutput<typeof linksSchema>

const languages = [...new Set(localeCodes.map((code) => locales[code].language))]
const settingSchema = v.strictObject(
  v.entriesFromList([...languages, ...localeCodes], v.optional(linksOrNone)),
)

/** A locale uses the links of its language, except for its own entries. Null removes a link. */
const mergeLinks = (code: LocaleCode, setting: v.InferOutput<typeof settingSchema>) => {
  const merged = { ...setting[locales[code].language], ...setting[code] }
  return Object.fromEntries(Object.entries(merged).filter(([, url]) => url !== null))
}

/**
 * Parses links by language or locale to links by locale. Input, with null for no page:
 * `{"en": {"youtube": "https://…"}, "en-GB": {"youtube": null}}`
 */
export const socialLinksSchema = v.pipe(
  settingSchema,
  v.transform((setting) => Object.fromEntries(localeCodes.map((code) => [code, mergeLinks(code, setting)]))),
  v.strictObject(v.entriesFromList(localeCodes, linksSchema)),
)
