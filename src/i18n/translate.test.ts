import { expect, test } from 'vitest'
import { createTimeFormat } from './time-format.ts'
import { translateIn } from './testing/i18n-in.ts'

const evening = new Date(2026, 10, 27, 19, 9).getTime()

test('ends a sentence after a time with one full stop', () => {
  const date = createTimeFormat('es-MX').dateAndTime(evening)
  expect(date).toMatch(/m\.$/)
  expect(translateIn('es-MX')('survey.deliveredAt', { date })).toBe(`Respondidas el ${date}`)
  expect(translateIn('pt-BR')('survey.deliveredAt', { date: '19:09' })).toBe('Respondidas em 19:09.')
})
