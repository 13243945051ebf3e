import { expect, test } from 'vitest'
import { isInMaintenance, localeCodes, findLocale, locales } from './locales.ts'

test.each(localeCodes)('%s is named by its language and its country', (code) => {
  const locale = locales[code]
  expect(`${locale.language}-${locale.country}`).toBe(code)
})

test('only the locales of the US sign in with the loyalty provider, without a consent service', () => {
  const unitedStates = ['en-US', 'es-US']
  expect(localeCodes.filter((code) => locales[code].auth.kind === 'loyalty')).toEqual(unitedStates)
  expect(localeCodes.filter((code) => !locales[code].consentService)).toEqual(unitedStates)
})

const column = (name: 'campaignId' | 'brandCode' | 'marketingHost' | 'newsletter') =>
  Object.fromEntries(
    localeCodes.flatMap((code) => (locales[code][name] ? [[code, locales[code][name]]] : [])),
  )

test('each market has a marketing host in the US, the EU or Singapore', () => {
  expect(column('marketingHost')).toEqual({
    'pt-BR': 'US',
    'en-GB': 'EU',
    'en-US': 'US',
    'en-AU': 'SG',
    'en-NZ': 'SG',
    'es-AR': 'US',
    'es-MX': 'US',
    'es-US': 'US',
  })
})

test('each market outside of the United States has its own newsletter', () => {
  expect(column('newsletter')).toEqual({
    'pt-BR': 'coaching-drills-br',
    'en-GB': 'coaching-drills-gb',
    'en-AU': 'coaching-drills-au',
    'en-NZ': 'coaching-drills-nz',
    'es-AR': 'coaching-drills-ar',
    'es-MX': 'coaching-drills-mx',
  })
})

test('matches the constants of specification §9', () => {
  expect(column('campaignId')).toEqual({
    'pt-BR': 'PN001766',
    'es-MX': 'PN003058',
    'es-AR': 'PN003057',
    'en-GB': 'PN003059',
    'en-AU': 'PN004887',
    'en-NZ': 'PN004889',
  })
  expect(column('brandCode')).toEqual({ 'pt-BR': 'BH0413', 'en-GB': 'BH0978' })
  expect(locales['en-US'].auth).toEqual({ kind: 'loyalty', sourceId: '2000042737' })
  expect(locales['es-US'].auth).toEqual({ kind: 'loyalty', sourceId: '2000042738' })
  expect(localeCodes.filter((code) => !locales[code].consentBanner)).toEqual(['es-AR'])
})

test('es-US lands on its course and has no football link', () => {
  expect(localeCodes.filter((code) => locales[code].landing === 'courseSlug')).toEqual(['es-US'])
  expect(localeCodes.filter((code) => !locales[code].hasFootballInHeader)).toEqual(['es-US'])
})

test.each([
  ['PT-br', 'pt-BR'],
  ['en-GB', 'en-GB'],
  ['en', undefined],
  ['', undefined],
  [null, undefined],
  ['__proto__', undefined],
])('the text %j names %s', (text, code) => {
  expect(findLocale(text)?.code).toBe(code)
})

test.each([
  ['en-US', '2024-06-14T21:44', false],
  ['en-US', '2024-06-14T21:45', true],
  ['en-US', '2024-06-15T09:59:59', true],
  ['en-US', '2024-06-15T10:00', false],
  ['es-US', '2024-06-15T01:00', false],
] as const)('%s at %s: in maintenance %s', (code, localTime, expected) => {
  expect(isInMaintenance(locales[code], localTime)).toBe(expected)
})
