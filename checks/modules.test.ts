import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { moduleContent } from '../locales/module-content.ts'
import {
  getLanguage,
  readCatalogue,
  readModuleFacts,
  readModuleTexts,
  readTexts,
} from '../locales/read-catalogue.ts'
import type { Texts } from '../locales/texts.ts'
import { courses } from '../src/config/courses.ts'
import { drillNeeds } from '../src/config/drills.ts'
import { defaultLocale, localeCodes } from '../src/config/locales.ts'
import { isCheckQuestion } from '../src/config/questions.ts'
import { moduleContentSchema as contentSchema } from '../src/i18n/module-content.ts'

// The structure of a module: locales/MODULES.md

const ids = (least: number, most: number) =>
  v.pipe(
    v.array(v.pipe(v.string(), v.regex(/^[a-z]\w*$/i))),
    v.minLength(least),
    v.maxLength(most),
    v.check((list) => new Set(list).size === list.length, 'an id twice'),
  )
const whole = v.pipe(v.number(), v.integer(), v.minValue(0))
const range = v.pipe(
  v.tuple([whole, whole]),
  v.check(([from, to]) => from < to, 'nothing between'),
)

const common = {
  course: v.picklist(courses.map(({ id }) => id)),
  aims: ids(2, 4),
  check: v.pipe(
    v.array(
      v.pipe(
        v.strictObject({ id: v.pipe(v.string(), v.regex(/^c\d$/)), options: ids(3, 4), right: v.string() }),
        v.check(({ options, right }) => options.includes(right), 'the right answer is no option'),
      ),
    ),
    v.length(3),
    v.check((checks) => new Set(checks.map(({ right }) => right)).size > 1, 'always the same letter'),
  ),
  reflection: v.pipe(
    v.array(
      v.variant('kind', [
        v.strictObject({ id: v.string(), kind: v.picklist(['single', 'multiple']), options: ids(2, 6) }),
        v.strictObject({ id: v.string(), kind: v.literal('text') }),
      ]),
    ),
    v.minLength(2),
  ),
}

const factsSchema = v.record(
  v.string(),
  v.variant('kind', [
    v.strictObject({ ...common, kind: v.literal('reading') }),
    v.strictObject({
      ...common,
      kind: v.literal('video'),
      drill: v.strictObject({
        ages: range,
        players: range,
        minutes: v.pipe(whole, v.minValue(5), v.maxValue(30)),
        space: v.strictObject({ length: whole, width: whole }),
        needs: v.pipe(
          v.array(v.picklist(drillNeeds)),
          v.minLength(1),
          v.check((needs) => new Set(needs).size === needs.length, 'a need twice'),
        ),
        equipment: v.pipe(v.array(v.strictObject({ id: v.string(), count: whole })), v.minLength(1)),
      }),
      scenes: v.array(
        v.strictObject({
          id: v.string(),
          from: whole,
          to: whole,
          numbers: v.array(whole),
          movement: v.pipe(v.string(), v.nonEmpty()),
        }),
      ),
    }),
  ]),
)
type Facts = v.InferOutput<typeof factsSchema>[string]

const root = join(import.meta.dirname, '../locales')
const facts = v.parse(factsSchema, JSON.parse(readFileSync(join(root, 'modules.json'), 'utf8')))
const moduleIds = Object.keys(facts)

const words = v.pipe(
  v.string(),
  v.nonEmpty(),
  v.check((text) => text === text.trim() && !/\s\s|\s[,.)]/.test(text), 'a space too many'),
)
const lines = (least: number, most = Infinity) =>
  v.pipe(v.array(words), v.minLength(least), v.maxLength(most))

/** An object with exactly these keys, each with a text. */
const getTextOfEach = (keys: readonly string[]) =>
  v.strictObject(Object.fromEntries(keys.map((key) => [key, words])))

/** An object with exactly the ids of these items, each with the value that `createSchema` describes. */
const byId = <Item extends { id: string }, Schema extends v.GenericSchema>(
  items: readonly Item[],
  createSchema: (item: Item) => Schema,
) => v.strictObject(Object.fromEntries(items.map((item) => [item.id, createSchema(item)])))

const lead = {
  title: words,
  summary: words,
  sections: v.pipe(
    v.array(v.strictObject({ heading: words, paragraphs: lines(1) })),
    v.minLength(4),
    v.maxLength(9),
  ),
  say: lines(2),
  avoid: lines(2),
  keyPoints: lines(4, 6),
}

/** The schema of the texts that a module with these facts has in every locale. */
const createTextSchema = (module: Facts) => {
  const entries: v.ObjectEntries = {
    ...lead,
    aims: getTextOfEach(module.aims),
    check: byId(module.check, ({ options }) =>
      v.strictObject({
        question: words,
        options: v.strictObject(
          Object.fromEntries(options.map((id) => [id, v.strictObject({ text: words, feedback: words })])),
        ),
      }),
    ),
    reflection: byId(module.reflection, (question) =>
      'options' in question
        ? v.strictObject({ question: words, options: getTextOfEach(question.options) })
        : v.strictObject({ question: words }),
    ),
    ...(module.kind === 'video' && {
      drill: v.strictObject({
        name: words,
        equipment: byId(module.drill.equipment, () => words),
        ...Object.fromEntries(
          ['setUp', 'steps', 'coachingPoints', 'easier', 'harder', 'inclusive', 'safety'].map((part) => [
            part,
            lines(1),
          ]),
        ),
      }),
      video: v.strictObject({
        scenes: byId(module.scenes, () => v.strictObject({ onScreen: words, narration: lines(1) })),
      }),
    }),
  }
  return v.strictObject(entries)
}

/** The parts of a module's texts that this file checks. */
const partsSchema = v.looseObject({
  ...lead,
  aims: v.record(v.string(), words),
  drill: v.optional(v.looseObject({ easier: lines(1), harder: lines(1) })),
  video: v.optional(
    v.object({
      scenes: v.record(v.string(), v.object({ onScreen: words, narration: lines(1) })),
    }),
  ),
})

const readRawTexts = (locale: string, id: string): Texts => readCatalogue(locale, `modules/${id}`)
const listStrings = (texts: unknown): string[] =>
  typeof texts === 'string' ? [texts] : Object.values(texts ?? {}).flatMap(listStrings)

/** The structure of texts without their words. */
const describeShape = (texts: unknown): unknown =>
  typeof texts === 'object' && texts !== null
    ? Object.fromEntries(Object.entries(texts).map(([key, value]) => [key, describeShape(value)]))
    : typeof texts

const listWords = (text: string): string[] => text.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word))
const listNumbers = (text: string): number[] => [...text.matchAll(/\d+/g)].map(Number)

/** Sentences of at least two words. Text without a final punctuation mark is a heading or an option. */
const splitSentences = (text: string): string[] =>
  text
    .split(/(?<=[.!?…][”’»)]?)\s+/)
    .filter((sentence) => /[.!?…][”’»)]?$/.test(sentence) && listWords(sentence).length > 1)

/** Sentences that occur in more than one of the texts. */
const findRepeated = (texts: readonly (readonly string[])[]): string[] => {
  const seen = new Map<string, number>()
  return texts.flatMap((strings, index) =>
    strings.flatMap(splitSentences).filter((sentence) => {
      const first = seen.get(sentence) ?? index
      seen.set(sentence, first)
      return first !== index
    }),
  )
}

/** Paths of the texts of an override that repeat its language, or that its language does not have. */
const findNeedless = (overrides: Texts, base: Texts, path = ''): string[] =>
  Object.entries(overrides).flatMap(([key, text]) => {
    const original = base[key]
    return typeof text === 'object' && typeof original === 'object'
      ? findNeedless(text, original, `${path}${key}.`)
      : typeof text !== typeof original || text === original
        ? `${path}${key}`
        : []
  })

/** Words: four minutes for a slow reader, six minutes for a fast reader. */
const length = { least: 4 * 180, most: 6 * 220 }
/** Limits that keep a caption readable while it is visible, and let an on-screen line fit 360 pixels. */
const charactersPerSecond = 17
const charactersOnScreen = 42

/** The first word of each easier or harder variant of a drill: one dial each. */
const dials: Record<string, RegExp> = {
  en: /^(Space|Task|Equipment|People): /,
  es: /^(Espacio|Tarea|Equipamiento|Personas): /,
  pt: /^(Espaço|Tarefa|Equipamento|Pessoas): /,
}

/** A plural, which ends with an s in all three languages. */
const severalThings = /^(soccer )?\p{L}+s\b/u

test('detects a sentence in two modules, but not one that a module repeats', () => {
  expect(
    findRepeated([['One ball. Two balls.', 'One ball.'], ['“Two balls.” Right.'], ['Two balls.']]),
  ).toEqual(['Two balls.'])
})

test('the scenes of a film have no gap', () => {
  for (const [id, module] of Object.entries(facts)) {
    if (module.kind === 'reading') continue
    const { scenes } = module
    expect(
      scenes.map(({ from }) => from),
      id,
    ).toEqual([0, ...scenes.slice(0, -1).map(({ to }) => to)])
    expect(scenes.at(-1)?.to, id).toBeGreaterThanOrEqual(60)
    expect(scenes.at(-1)?.to, id).toBeLessThanOrEqual(90)
  }
})

test('each course has modules with a film, and one to read', () => {
  const listKinds = (course: string) =>
    Object.values(facts).flatMap((module) => (module.course === course ? module.kind : []))
  expect(listKinds('training')).toEqual([...Array<string>(6).fill('video'), 'reading'])
  expect(listKinds('football')).toEqual([...Array<string>(5).fill('video'), 'reading'])
})

test.each(courses.flatMap(({ id, modules }) => modules.map((module) => ({ course: id, module }))))(
  'modules.json and src/config/courses.ts agree on $module.id',
  ({ course, module }) => {
    const { kind, check, reflection, ...stated } = facts[module.id] as Facts
    expect([stated.course, kind]).toEqual([course, module.kind === 'video' ? 'video' : 'reading'])
    const checks = check.map(({ id, options }) => ({ id, kind: 'single', options }))
    const questions = module.survey.map((question) => ({ ...question, since: undefined }))
    expect(questions).toEqual([...checks, ...reflection])
    expect(module.survey.filter(isCheckQuestion).map(({ id }) => id)).toEqual(checks.map(({ id }) => id))
  },
)

test('no folder has a file of a missing module', () => {
  const files = globSync('*/modules/*.json', { cwd: root })
  expect(files.length).toBeGreaterThan(moduleIds.length)
  expect(files.filter((path) => !moduleIds.includes(basename(path, '.json')))).toEqual([])
})

test('returns no transcript for a film of another length than its scenes', () => {
  const content = moduleContent(readModuleFacts('football-1'), readModuleTexts('en-GB', 'football-1'), 24)
  expect(content.transcript).toEqual([])
})

describe.each(localeCodes)('%s', (locale) => {
  test.each(moduleIds)('has every text of %s and no other', (id) => {
    const module = facts[id] as Facts
    expect(v.safeParse(createTextSchema(module), readRawTexts(locale, id)).issues).toBeUndefined()
    expect(describeShape(readRawTexts(locale, id))).toEqual(describeShape(readRawTexts(defaultLocale, id)))
  })

  test.each(moduleIds)('overrides in %s only what differs from its language', (id) => {
    const file = `modules/${id}` as const
    expect(findNeedless(readTexts(locale, file), readTexts(getLanguage(locale), file))).toEqual([])
  })

  test.each(moduleIds)('explains %s in four to six minutes of reading', (id) => {
    const { title, summary, aims, sections, say, avoid, keyPoints } = v.parse(
      partsSchema,
      readRawTexts(locale, id),
    )
    const read = listStrings([title, summary, aims, sections, say, avoid, keyPoints]).flatMap(
      listWords,
    ).length
    expect(read).toBeGreaterThanOrEqual(length.least)
    expect(read).toBeLessThanOrEqual(length.most)
  })

  test.each(moduleIds)('contains in the captions of %s the numbers shown in the picture', (id) => {
    const module = facts[id] as Facts
    const { video, drill } = v.parse(partsSchema, readRawTexts(locale, id))
    if (module.kind === 'reading') return
    for (const { id: scene, from, to, numbers } of module.scenes) {
      const { onScreen = '', narration = [] } = video?.scenes[scene] ?? {}
      const spoken = narration.join(' ')
      expect(new Set(listNumbers(spoken)), `${scene}: ${spoken}`).toEqual(new Set(numbers))
      expect(spoken.length / (to - from), scene).toBeLessThanOrEqual(charactersPerSecond)
      expect(onScreen.length, onScreen).toBeLessThanOrEqual(charactersOnScreen)
    }
    for (const line of [...(drill?.easier ?? []), ...(drill?.harder ?? [])])
      expect(line).toMatch(dials[getLanguage(locale)] as RegExp)
  })

  test.each(moduleIds)('names the equipment of %s in the singular or plural of its count', (id) => {
    const { drill } = moduleContent(readModuleFacts(id), readModuleTexts(locale, id))
    for (const { count, text } of drill?.equipment ?? [])
      expect(severalThings.test(text), `${count} ${text}`).toBe(count > 1)
  })

  test('repeats no sentence in two modules', () => {
    // The reflection has the survey's questions, which repeat the same words about how to answer.
    const texts = moduleIds.map((id) => listStrings({ ...readRawTexts(locale, id), reflection: {} }))
    expect(findRepeated(texts)).toEqual([])
  })

  test.each(moduleIds)('has every text that the screen of %s shows', (id) => {
    const { scenes = [], ...others } = readModuleFacts(id)
    const content = moduleContent({ scenes, ...others }, readModuleTexts(locale, id), scenes.at(-1)?.to)
    expect(v.safeParse(contentSchema, content).issues).toBeUndefined()
    expect(listStrings(content)).not.toContain('')
    expect(content.transcript).toHaveLength(scenes.length)
  })
})
