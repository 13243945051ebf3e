import { createElement } from 'react'
import { expect, test } from 'vitest'
import { toSurveyAnswers, toSurveyResponses } from '../../contract/loyalty/survey-responses.ts'
import { markupIn } from '../../ui/testing/markup.ts'
import { SurveyProfileFields } from './survey-profile-fields.tsx'

const stored = toSurveyResponses({ age: 'Under 18', job: 'Coach', where: 'Other', language: 'en' })

/** The selected options of a page, by question. */
const chosenOn = (locale: 'en-US' | 'es-US', given = toSurveyAnswers(stored)) =>
  [
    ...markupIn(locale, createElement(SurveyProfileFields, { answers: given })).matchAll(
      /<option[^>]* selected="">([^<]*)</g,
    ),
  ].map(([, text]) => text)

test.each([
  ['en-US', ['Under 18', 'Coach', 'Other', 'English']],
  ['es-US', ['Menos de 18', 'Entrenador/a', 'Otra', 'English']],
] as const)('selects answers given in English on a page of %s', (locale, texts) => {
  expect(chosenOn(locale)).toEqual(texts)
})

test('shows a copy stored by an older version with the texts of its language', () => {
  const older = { age: 'Menos de 18', job: 'Coach', where: 'Otra', language: 'en' }
  expect(chosenOn('es-US', older)).toEqual(['Menos de 18', 'Entrenador/a', 'Otra', 'English'])
})
