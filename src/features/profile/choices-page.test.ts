import { createElement } from 'react'
import { expect, test } from 'vitest'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { ok } from '../../lib/result.ts'
import { markupIn } from '../../ui/testing/markup.ts'
import { ChoicesForm, checkboxNames, updateChoices } from './choices-page.tsx'

const newsForm = (preferences: Record<string, boolean>) =>
  markupIn(
    'es-AR',
    createElement(ChoicesForm, {
      kind: 'news',
      choices: { interests: [], preferences },
      readOnly: false,
      save: async () => ok(undefined),
    }),
  )
const findBox = (html: string, preference: string) =>
  new RegExp(`<input[^>]*name="preference.${preference}"[^>]*>`).exec(html)?.[0]

test('does not let text messages be chosen without a phone number, and gives the reason', () => {
  const html = newsForm({})
  expect(findBox(html, 'textMessage')).toContain('disabled=""')
  expect(findBox(html, 'email')).not.toContain('disabled')
  const [, hint] = /aria-describedby="([^"]+)"/.exec(findBox(html, 'textMessage') ?? '') ?? []
  expect(html).toMatch(new RegExp(`id="${hint}"[^>]*>${translateIn('es-AR')('profile.noPhone')}`))
})

test('lets a coach deselect text messages chosen elsewhere', () => {
  const box = findBox(newsForm({ textMessage: true }), 'textMessage')
  expect(box).toContain('checked=""')
  expect(box).not.toContain('disabled')
})

const ticked = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 'on']))

test('returns only the ticked boxes, in the order of the list', () => {
  const before = { interests: ['events'], preferences: { email: true } }
  const now = ticked(
    checkboxNames.interest('research'),
    checkboxNames.interest('newCourses'),
    checkboxNames.preference('textMessage'),
  )
  expect(updateChoices('news', before, now)).toEqual({
    interests: ['newCourses', 'research'],
    preferences: { email: false, textMessage: true },
  })
})

test('keeps choices of another version or another site', () => {
  const before = { interests: ['futsal', 'inclusion'], preferences: { day: 'monday' } }
  expect(updateChoices('learning', before, ticked())).toEqual({
    interests: ['futsal'],
    preferences: { day: 'monday', shortSessions: false, withOthers: false },
  })
})
