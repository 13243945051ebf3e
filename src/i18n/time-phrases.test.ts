import { expect, test } from 'vitest'
import { translateIn } from './testing/i18n-in.ts'
import { createTimePhrases } from './time-phrases.ts'

const noon = new Date(2026, 10, 21, 12).getTime()
const hour = 3_600_000

const sentence = (locale: Parameters<typeof translateIn>[0], at: number): string => {
  const t = translateIn(locale)
  const time = createTimePhrases(locale, t).time(at, noon)
  return t('sync.offlineSince', { time }).replace(/\s/g, ' ')
}

test.each([
  ['es-MX', noon - 2 * hour, 'Sin conexión desde las 10:00 a.m.'],
  ['es-MX', noon + hour, 'Sin conexión desde la 1:00 p.m.'],
  ['es-AR', noon + hour, 'Sin conexión desde las 13:00'],
  ['es-AR', noon - 11 * hour, 'Sin conexión desde la 01:00'],
  ['es-US', noon - 23 * hour, 'Sin conexión desde el 20 nov a la 1:00 p.m.'],
  ['pt-BR', noon + hour, 'Sem internet desde as 13:00'],
  ['pt-BR', noon - 11 * hour, 'Sem internet desde a 01:00'],
  ['pt-BR', noon - 24 * hour, 'Sem internet desde 20 de nov. às 12:00'],
  ['en-GB', noon - 11 * hour, 'Offline since 01:00'],
  ['en-US', noon - 24 * hour, 'Offline since 12:00 PM on Nov 20'],
] as const)('a sentence of %s uses the article of its hour', (locale, at, expected) => {
  expect(sentence(locale, at)).toBe(expected)
})

test.each([
  ['pt-BR', 13, 'Enviado às 13:00: A roda'],
  ['pt-BR', 1, 'Enviado à 01:00: A roda'],
  ['es-MX', 13, 'Enviado a la 1:00 p.m.: A roda'],
  ['es-AR', 13, 'Enviado a las 13:00: A roda'],
  ['en-GB', 13, 'Sent at 13:00: A roda'],
] as const)('%s at %i o’clock says when something happened', (locale, hours, expected) => {
  const t = translateIn(locale)
  const time = createTimePhrases(locale, t).at(noon + (hours - 12) * hour)
  expect(t('outbox.sentAt', { time, titles: 'A roda' }).replaceAll(/\s/g, ' ')).toBe(expected)
})

test.each([
  ['es-US', '21 de noviembre de 2026 a la 1:00 p.m.'],
  ['pt-BR', '21 de novembro de 2026 às 13:00'],
  ['en-NZ', '21 November 2026 at 1:00 pm'],
] as const)('a date and time in full is written in %s with its date', (locale, expected) => {
  const { full } = createTimePhrases(locale, translateIn(locale))
  expect(full(noon + hour).replace(/\s/g, ' ')).toBe(expected)
})
