import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import lingui from '../lingui.config.ts'
import type { CatalogueFile } from '../src/config/catalogue-files.ts'

/** Texts by nested keys. `messages` has no lists. */
export type Texts = { [key: string]: string | Texts }

/** A file of texts: a catalogue, or one of the modules. */
export type TextFile = CatalogueFile | `modules/${string}`

/** A file as it lies in the folder of a language or a locale; empty when it has none. */
export const readTexts = (folder: string, file: TextFile): Texts => {
  const messages = lingui.catalogs?.[0]?.path
  if (!messages) throw new Error('lingui.config.ts names no catalogue')
  const rootDir = join(import.meta.dirname, '..')
  const path = join(
    dirname(messages.replace('<rootDir>', rootDir).replace('{locale}', folder)),
    `${file}.json`,
  )
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
}

/** The language that a locale falls back to. */
export const languageOf = (locale: string): string => {
  const language = lingui.fallbackLocales && lingui.fallbackLocales[locale]
  if (typeof language !== 'string') throw new Error(`lingui.config.ts names no fallback of ${locale}`)
  return language
}

/** Lays overrides over texts. The entries of a list are overridden by their index: `{ "paragraphs": { "2": "…" } }`. */
const merge = (base: Texts, overrides: Texts): Texts => {
  const merged = Array.isArray(base) ? Object.assign([], base) : { ...base }
  for (const [key, override] of Object.entries(overrides)) {
    const text = base[key]
    merged[key] = typeof text === 'object' && typeof override === 'object' ? merge(text, override) : override
  }
  return merged
}

/** All texts of a file in a locale: those of its language, and its own where they differ. */
export const readCatalogue = (locale: string, file: TextFile): Texts =>
  merge(readTexts(languageOf(locale), file), readTexts(locale, file))
