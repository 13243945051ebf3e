import { createElement } from 'react'
import { expect, test } from 'vitest'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { ok } from '../../lib/result.ts'
import { markupIn } from '../../ui/testing/markup.ts'
import { ChoicesForm } from './choices-form.tsx'

const newsForm = (preferences: Record<string, boolean>) =>
  markupIn(
    'es-AR',
    createElement(ChoicesForm, {
      kind: 'news',
      value: { interests: [], preferences },
      readOnly: false,
      save: async () => ok(undefined),
    }),
  )
const boxOf = (html: string, preference: string) =>
  new RegExp(`<input[^>]*name="preference.${preference}"[^>]*>`).exec(html)?.[0]

test('does not let text messages be chosen without a phone number, and gives the reason', () => {
  const html = newsForm({})
  expect(boxOf(html, 'textMessage')).toContain('disabled=""')
  expect(boxOf(html, 'email')).not.toContain('disabled')
  const [, hint] = /aria-describedby="([^"]+)"/.exec(boxOf(html, 'textMessage') ?? '') ?? []
  expect(html).toMatch(new RegExp(`id="${hint}"[^>]*>${translateIn('es-AR')('profile.noPhone')}`))
})

test('lets a coach deselect text messages chosen elsewhere', () => {
  const box = boxOf(newsForm({ textMessage: true }), 'textMessage')
  expect(box).toContain('checked=""')
  expect(box).not.toContain('disabled')
})
