import { createElement } from 'react'
import { expect, test } from 'vitest'
import type { LocaleCode } from '../../config/locales.ts'
import type { Entry } from '../../outbox/entry/entry.ts'
import { markupIn } from '../../ui/testing/markup.ts'
import { JustSent } from './just-sent.tsx'

const subjects = {
  'training-1': 'A circle, wide open',
  'training-2': 'Drums',
  'training-3': 'Courage',
  'training-4': 'Rules',
  'training-5': 'Goals',
}
const entries = Object.keys(subjects).map(
  (video_id) =>
    ({
      key: video_id,
      name: 'survey.answered.v2',
      payload: { video_id, answers: [{ question: 'q1', value: 'a' }] },
    }) as Entry,
)
const said = (locale: LocaleCode, count: number) =>
  markupIn(locale, createElement(JustSent, { entries: entries.slice(0, count), at: 0, unsent: [], subjects }))

test('names three modules that were sent', () => {
  expect(said('en-GB', 3)).toMatch(/: A circle, wide open · Drums · Courage<\/span>$/)
})

test.each([
  ['en-GB', '(and 2 more)'],
  ['en-US', '(and 2 more)'],
  ['es-AR', '(y 2 más)'],
  ['pt-BR', '(e mais 2)'],
] as const)('counts the rest of five in %s, outside the list', (locale, more) => {
  expect(said(locale, 5)).toContain(`: A circle, wide open · Drums · Courage ${more}`)
})

test('does not list a module by its title alone while something of it is unsent', () => {
  const sent = [
    entries[0]!,
    {
      name: 'module.watched.v1',
      payload: { module_id: 'training-2', watched: [[0, 10]], position: 10, read: false },
    } as unknown as Entry,
  ]
  const unsent = [entries[1]!]
  const text = markupIn('en-GB', createElement(JustSent, { entries: sent, at: 0, unsent, subjects }))
  expect(text).toMatch(/: A circle, wide open · What you watched or read: Drums<\/span>$/)
})
