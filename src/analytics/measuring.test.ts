import { expect, test } from 'vitest'
import { localeCodes } from '../config/locales.ts'
import { startPage } from './testing/page-with-scripts.ts'

const withBanner = localeCodes.filter((code) => code !== 'es-AR')

test.each(withBanner)('in %s measures nothing before consent, and nothing after a refusal', async (code) => {
  const page = startPage()
  await page.open(code)
  expect(page.measured).toEqual([false])
  await page.answer(true)
  await page.answer(false)
  expect(page.measured).toEqual([false, true, false])
})

test('measures as the app is tagged when there is no banner', async () => {
  const page = startPage()
  await page.open('es-AR')
  expect(page.measured).toEqual([true])
})

test('uses the last visit’s consent only while the banner cannot be loaded', async () => {
  const page = startPage({ hadConsented: true, online: false })
  await page.open('en-GB')
  expect(page.measured).toEqual([true])
  await page.answer(false)
  expect(page.measured).toEqual([true, false])
})

test('ignores another locale’s consent when no banner is configured', async () => {
  const page = startPage({ scripts: { tag: {}, consent: {} }, hadConsented: true })
  await page.open('pt-BR')
  expect(page.measured).toEqual([false])
})
