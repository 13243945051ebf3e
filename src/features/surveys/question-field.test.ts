import { createElement } from 'react'
import { expect, test } from 'vitest'
import { localeCodes } from '../../config/locales.ts'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { markupIn } from '../../ui/testing/markup.ts'
import { QuestionField } from './question-field.tsx'

const check = { right: 'b', feedback: { a: 'Asking takes courage.', b: 'That is it.' } }
const field = (locale: (typeof localeCodes)[number], value: string | undefined) =>
  markupIn(
    locale,
    createElement(QuestionField, {
      question: { id: 'c1', kind: 'single', options: ['a', 'b'] },
      texts: { question: 'What do you do?', options: { a: 'Wait', b: 'Walk over' } },
      value,
      check,
      onChange: () => undefined,
    }),
  )

test.each(localeCodes)('a check in %s says for each option whether it is right, and why', (locale) => {
  const t = translateIn(locale)
  expect(field(locale, 'b')).toContain(`${t('survey.right')}</strong> <span>That is it.`)
  expect(field(locale, 'a')).toContain(`${t('survey.notQuite')}</strong> <span>Asking takes courage.`)
})

test('shows no feedback before an option is chosen', () => {
  const html = field('en-GB', undefined)
  expect(html).not.toContain('That is it.')
  expect(html).toMatch(/<output[^>]*><\/output>/)
})
