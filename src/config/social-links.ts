import * as v from 'valibot'
import { localeCodes, locales, type LocaleCode } from './locales.ts'

/** The social networks, in the order of the footer. */
export const socialNetworks = ['facebook', 'instagram', 'twitter', 'youtube'] as const

const pageUrlSchema = v.pipe(v.string(), v.url(), v.startsWith('https://', 'must begin with https://'))
const linksSchema = v.strictObject(v.entriesFromList(socialNetworks, v.optional(pageUrlSchema)))
const linksOrNoneSchema = v.strictObject(
  v.entriesFromList(socialNetworks, v.optional(v.nullable(pageUrlSchema))),
)

/** The URLs of the programme's pages on social networks, for the networks where it has one. */
export type SocialLinks = v.InferOutput<typeof linksSchema>

const languages = [...new Set(localeCodes.map((code) => locales[code].language))]
const settingSchema = v.strictObject(
  v.entriesFromList([...languages, ...localeCodes], v.optional(linksOrNoneSchema)),
)

/** Merges the links of a locale's language with its own links, which take precedence; null removes a link. */
const mergeLinks = (code: LocaleCode, setting: v.InferOutput<typeof settingSchema>) => {
  const merged = { ...setting[locales[code].language], ...setting[code] }
  return Object.fromEntries(Object.entries(merged).filter(([, url]) => url !== null))
}

/**
 * Parses links by language or locale, such as `{"en": {"youtube": "https://…"}, "en-GB": {"youtube": null}}`,
 * to links by locale. Null means that there is no page.
 */
export const socialLinksSchema = v.pipe(
  settingSchema,
  v.transform((setting) => Object.fromEntries(localeCodes.map((code) => [code, mergeLinks(code, setting)]))),
  v.strictObject(v.entriesFromList(localeCodes, linksSchema)),
)
