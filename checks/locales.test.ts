import { globSync } from 'node:fs'
import type { CompiledMessage } from '@lingui/message-utils/compileMessage'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import lingui from '../lingui.config.ts'
import { getLanguage, readCatalogue, readTexts } from '../locales/read-catalogue.ts'
import type { Texts } from '../locales/texts.ts'
import { toCaptionsPath, courses } from '../src/config/courses.ts'
import { defaultLocale, localeCodes } from '../src/config/locales.ts'
import { courseCatalogueSchema } from '../src/i18n/course-catalogue.ts'
import { pageIds, slugIds } from '../src/config/pages.ts'
import { pageCatalogueSchema } from '../src/i18n/page-catalogue.ts'
import { catalogueFiles } from '../src/config/catalogue-files.ts'
import { compileCatalogue, flattenMessages } from '../vite-plugins/compile-catalogue.ts'

const readMessages = (locale: string) => flattenMessages(readCatalogue(locale, 'messages'))
const sourceIds = Object.keys(readMessages(defaultLocale)).sort()

/** `hour` selects the article before a time. English does not need it. */
const optional = 'hour:plural'

/** Every variable of a compiled message with its kind: `count:plural`. Includes variables inside choices. */
const listVariables = (message: CompiledMessage): string[] =>
  [
    ...new Set(
      message.flatMap((token) => {
        if (typeof token === 'string') return []
        const [name, kind, choices] = token
        const inner =
          typeof choices === 'object' && choices !== null
            ? Object.values(choices).flatMap((choice) =>
                Array.isArray(choice) ? listVariables(choice as CompiledMessage) : [],
              )
            : []
        const variable = `${name}:${kind ?? 'text'}`
        return variable === optional ? inner : [variable, ...inner]
      }),
    ),
  ].sort()

test('folders exist only for every language, and for every locale that differs from its language', () => {
  const folders = new Set(globSync('locales/*/*.json').map((path) => path.split(/[\\/]/)[1] ?? ''))
  const languages = new Set(localeCodes.map(getLanguage))
  expect([...languages].filter((language) => !folders.has(language))).toEqual([])
  expect([...folders].filter((folder) => !lingui.locales.includes(folder))).toEqual([])
  expect(new Set(lingui.locales)).toEqual(new Set([...languages, ...localeCodes]))
})

/** Texts of an override that repeat its language (`same`), or that its language does not have (`unknown`). */
const findFaults = (overrides: Texts, base: Texts, path = ''): string[] =>
  Object.entries(overrides).flatMap(([key, text]) => {
    const [at, original] = [`${path}${key}`, base[key]]
    if (typeof text === 'object' && typeof original === 'object') return findFaults(text, original, `${at}.`)
    if (typeof text !== typeof original) return [`unknown: ${at}`]
    return text === original ? [`same: ${at}`] : []
  })

test('detects an override that repeats its language, or overrides nothing', () => {
  const base = { title: 'a', list: { 0: 'b' } }
  expect(findFaults({ title: 'a', list: { 0: 'c', 1: 'd' }, other: 'e' }, base)).toEqual([
    'same: title',
    'unknown: list.1',
    'unknown: other',
  ])
})

describe.each(localeCodes)('%s', (locale) => {
  const flat = readMessages(locale)
  const compiled = compileCatalogue(readCatalogue(locale, 'messages'))

  test.each(catalogueFiles)('overrides in its %s only what differs from its language', (file) => {
    expect(findFaults(readTexts(locale, file), readTexts(getLanguage(locale), file))).toEqual([])
  })

  test('has a text for every message of the default locale, and no other', () => {
    expect(Object.keys(flat).sort()).toEqual(sourceIds)
    expect(Object.entries(flat).filter(([, text]) => text.trim() !== text || text === '')).toEqual([])
  })

  test('uses the same variables in the same way', () => {
    const original = compileCatalogue(readCatalogue(defaultLocale, 'messages'))
    const differing = sourceIds.filter(
      (id) => listVariables(compiled[id] ?? []).join() !== listVariables(original[id] ?? []).join(),
    )
    expect(differing).toEqual([])
  })

  test('has a unique address for every page', () => {
    const routes = globSync('src/routes/$locale/{,_signed-in/}*.tsx').map((path) =>
      path.replace(/^.*[\\/]|\.tsx$/g, ''),
    )
    const addresses = [...slugIds.map((id) => flat[id]), ...pageIds, ...routes]
    expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([])
    for (const id of slugIds) expect(flat[id]).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  })

  test('has texts for every course, module, question and option, and no others', () => {
    const words = v.parse(courseCatalogueSchema, readCatalogue(locale, 'courses'))
    const shape = Object.fromEntries(
      courses.map(({ id, modules }) => [
        id,
        Object.fromEntries(
          modules.map((module) => [
            module.id,
            Object.fromEntries(
              module.survey.map((question) => [question.id, 'options' in question ? question.options : []]),
            ),
          ]),
        ),
      ]),
    )
    const found = Object.fromEntries(
      Object.entries(words).map(([id, { modules }]) => [
        id,
        Object.fromEntries(
          Object.entries(modules).map(([module, { survey }]) => [
            module,
            Object.fromEntries(
              Object.entries(survey).map(([question, { options = {} }]) => [question, Object.keys(options)]),
            ),
          ]),
        ),
      ]),
    )
    expect(found).toEqual(shape)
  })

  test('has every information page, and what the footer links to', () => {
    const pages = v.parse(pageCatalogueSchema, readCatalogue(locale, 'pages'))
    expect(pages.about.sections.map(({ id }) => id)).toContain('references')
  })

  test('has captions for every video', () => {
    const captions = courses.flatMap(({ modules }) =>
      modules.flatMap((module) => (module.kind === 'video' ? [toCaptionsPath(module.video, locale)] : [])),
    )
    const missing = captions.filter((path) => globSync(`public${path}`).length === 0)
    expect(missing).toEqual([])
  })
})

test.each(localeCodes)(
  'the summary of each course of %s fits its card, in two or three lines of a phone',
  (code) => {
    const texts = v.parse(courseCatalogueSchema, readCatalogue(code, 'courses'))
    const tooLong = Object.values(texts).filter(({ summary }) => summary.length > 90)
    expect(tooLong).toEqual([])
  },
)
