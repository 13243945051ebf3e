import { expect, test } from 'vitest'
import { controlIds, loyalty, listPromotions, sourceIds } from './loyalty.ts'
import { locales } from './locales.ts'

test('the source ids of specification §9 match the locale table', () => {
  expect(loyalty.sourceIds).toEqual({ en: '2000042737', es: '2000042738' })
  const used = Object.values(locales).flatMap(({ language, auth }) =>
    auth.kind === 'loyalty' ? [[language, auth.sourceId]] : [],
  )
  expect(used).toEqual(Object.entries(loyalty.sourceIds))
  expect(sourceIds).toHaveLength(2)
})

test.each([
  [false, false, 2, 2],
  [true, false, 3, 3],
  [false, true, 4, 4],
  [true, true, 5, 5],
])('first consent %s, second consent %s: %i promotions', (firstConsent, secondConsent, en, es) => {
  const ids = { en: new Set<string>(), es: new Set<string>() }
  for (const language of ['en', 'es'] as const) {
    for (const id of listPromotions({ language, firstConsent, secondConsent })) ids[language].add(id)
  }
  expect([ids.en.size, ids.es.size]).toEqual([en, es])
  // One of the second consent's two ids is the list of the language.
  expect([...ids.en].filter((id) => !ids.es.has(id))).toHaveLength(secondConsent ? 1 : 0)
  expect([...ids.en].every((id) => controlIds.some((known) => known === id))).toBe(true)
})

test('the second consent includes the list of the language', () => {
  expect(loyalty.promotions.secondConsentIn).toEqual({ en: '4100273005', es: '4100273006' })
})

test('each control id belongs to one promotion', () => {
  expect(new Set(controlIds).size).toBe(controlIds.length)
})
