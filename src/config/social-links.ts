import * as v from 'valibot'
import { localeCodes, locales, type LocaleCode } from './locales.ts'

/** In the order of the footer. */
export const socialNetworks = ['facebook', 'instagram', 'twitter', 'youtube'] as const

const page = v.pipe(v.string(), v.url(), v.startsWith('https://', 'must begin with https://'))
const pages = v.strictObject(v.entriesFromList(socialNetworks, v.optional(page)))
const pagesOrNone = v.strictObject(v.entriesFromList(socialNetworks, v.optional(v.nullable(page))))

/** The programme's existing pages at the social networks. */
export type SocialLinks = v.InferOutput<typeof pages>

const languages = [...new Set(localeCodes.map((code) => locales[code].language))]
const given = v.strictObject(v.entriesFromList([...languages, ...localeCodes], v.optional(pagesOrNone)))

/** A locale uses the links of its language, apart from its own entries. */
const linksOf = (code: LocaleCode, links: v.InferOutput<typeof given>) => {
  const named = { ...links[locales[code].language], ...links[code] }
  return Object.fromEntries(Object.entries(named).filter(([, address]) => address !== null))
}

/** Pages by language or locale; null: none. `{"en": {"youtube": "https://…"}, "en-GB": {"youtube": null}}` */
export const socialLinks = v.pipe(
  given,
  v.transform((links) => Object.fromEntries(localeCodes.map((code) => [code, linksOf(code, links)]))),
  v.strictObject(v.entriesFromList(localeCodes, pages)),
)
