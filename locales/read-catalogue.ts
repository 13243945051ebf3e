import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import lingui from '../lingui.config.ts'
import type { CatalogueFile } from '../src/config/catalogue-files.ts'
import { listedCourses } from './listed-courses.ts'
import { moduleFacts, moduleTexts, type ModuleFacts, type ModuleTexts } from './module-source.ts'
import type { Texts } from './texts.ts'

/** A file as it lies in the folder of a language or a locale; empty when it has none. */
export const readTexts = (folder: string, file: CatalogueFile): Texts => {
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
export const getLanguage = (locale: string): string => {
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
const readMerged = (locale: string, file: CatalogueFile): Texts =>
  merge(readTexts(getLanguage(locale), file), readTexts(locale, file))

/** The specification says its messages to the letter. */
const asSpecified = 'errorMessage'

/** Portuguese writes *e-mail*, and a browser would end a line after the hyphen: a word joiner (U+2060) forbids it. */
const unbroken = (texts: Texts): Texts => {
  const joined: Texts = Array.isArray(texts) ? Object.assign([], texts) : { ...texts }
  for (const [key, text] of Object.entries(texts)) {
    if (typeof text === 'string') joined[key] = text.replaceAll(/\be-(?=mail)/gi, '$&\u2060')
    else if (key !== asSpecified) joined[key] = unbroken(text)
  }
  return joined
}

/** What a catalogue says in a locale. That of the courses also has what lists and surveys say of their modules. */
export const readCatalogue = (locale: string, file: CatalogueFile): Texts => {
  const texts = unbroken(readMerged(locale, file))
  return file === 'courses' ? listedCourses(texts, (id) => readModuleTexts(locale, id)) : texts
}

/** What a module says in a locale; throws where something is missing in it, or is not known. */
export const readModuleTexts = (locale: string, id: string): ModuleTexts =>
  v.parse(moduleTexts, readMerged(locale, `modules/${id}`))

/** What a module is in every locale. */
export const readModuleFacts = (id: string): ModuleFacts => {
  const path = join(import.meta.dirname, 'modules.json')
  const all = v.parse(v.record(v.string(), v.unknown()), JSON.parse(readFileSync(path, 'utf8')))
  return v.parse(moduleFacts, all[id])
}
