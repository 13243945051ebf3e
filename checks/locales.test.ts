import { globSync, readFileSync } from 'node:fs'
import type { CompiledMessage } from '@lingui/message-utils/compileMessage'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import lingui from '../lingui.config.ts'
import { courses } from '../src/config/courses.ts'
import { defaultLocale, localeCodes } from '../src/config/locales.ts'
import { courseCatalogue } from '../src/i18n/course-words.ts'
import { pageIds } from '../src/config/pages.ts'
import { pageCatalogue } from '../src/i18n/page-words.ts'
import { slugIds } from '../src/i18n/slug-ids.ts'
import { compileCatalogue, flattenMessages } from '../vite-plugins/compile-catalogue.ts'

const read = (locale: string, file: string): unknown =>
  JSON.parse(readFileSync(`locales/${locale}/${file}.json`, 'utf8'))

type Nested = Parameters<typeof flattenMessages>[0]
const messagesOf = (locale: string) => read(locale, 'messages') as Nested
const source = flattenMessages(messagesOf(defaultLocale))
const sourceIds = Object.keys(source).sort()

/** Every variable of a compiled message with its kind: `count:plural`. Those inside of choices count too. */
const variablesOf = (message: CompiledMessage): string[] =>
  [
    ...new Set(
      message.flatMap((token) => {
        if (typeof token === 'string') return []
        const [name, kind, choices] = token
        const inner =
          typeof choices === 'object' && choices !== null
            ? Object.values(choices).flatMap((choice) =>
                Array.isArray(choice) ? variablesOf(choice as CompiledMessage) : [],
              )
            : []
        return [`${name}:${kind ?? 'text'}`, ...inner]
      }),
    ),
  ].sort()

test('every locale of the table has a catalogue, and there is no other', () => {
  const folders = globSync('locales/*/messages.json').map((path) => path.split(/[\\/]/)[1])
  expect(new Set(folders)).toEqual(new Set(localeCodes))
  expect(lingui.locales).toEqual(localeCodes)
})

describe.each(localeCodes)('%s', (locale) => {
  const flat = flattenMessages(messagesOf(locale))
  const compiled = compileCatalogue(messagesOf(locale))

  test('has a text for every message of the default locale, and no other', () => {
    expect(Object.keys(flat).sort()).toEqual(sourceIds)
    expect(Object.entries(flat).filter(([, text]) => text.trim() !== text || text === '')).toEqual([])
  })

  test('uses the same variables in the same way', () => {
    const original = compileCatalogue(messagesOf(defaultLocale))
    const differing = sourceIds.filter(
      (id) => variablesOf(compiled[id] ?? []).join() !== variablesOf(original[id] ?? []).join(),
    )
    expect(differing).toEqual([])
  })

  test('has an address of its own for every place, which no other page has', () => {
    const routes = globSync('src/routes/$locale/{,_signed-in/}*.tsx').map((path) =>
      path.replace(/^.*[\\/]|\.tsx$/g, ''),
    )
    const addresses = [...slugIds.map((id) => flat[id]), ...pageIds, ...routes]
    expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([])
    for (const id of slugIds) expect(flat[id]).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  })

  test('has words for every course, module, question and option, and no others', () => {
    const words = v.parse(courseCatalogue, read(locale, 'courses'))
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
    const pages = v.parse(pageCatalogue, read(locale, 'pages'))
    expect(pages.about.sections.map(({ id }) => id)).toContain('references')
  })

  test('has captions for every video', () => {
    const videos = courses.flatMap(({ modules }) =>
      modules.flatMap((module) => (module.kind === 'video' ? [module.video.src] : [])),
    )
    const missing = videos.filter(
      (src) => !globSync(`public${src.replace(/\.\w+$/, `.${locale}.vtt`)}`).length,
    )
    expect(missing).toEqual([])
  })
})
