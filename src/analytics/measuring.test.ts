import { expect, test } from 'vitest'
import { localeCodes } from '../config/locales.ts'
import { startPage } from './testing/page-with-scripts.ts'

const withBanner = localeCodes.filter((code) => code !== 'es-AR')

test.each(withBanner)('in %s nothing is measured before a yes, and nothing after a no', async (code) => {
  const page = startPage()
  await page.open(code)
  expect(page.measured).toEqual([false])
  await page.answer(true)
  await page.answer(false)
  expect(page.measured).toEqual([false, true, false])
})

test('where there is no banner the app is measured as it is tagged', async () => {
  const page = startPage()
  await page.open('es-AR')
  expect(page.measured).toEqual([true])
})

test('the yes of the last visit holds where the banner cannot be asked, and no longer', async () => {
  const page = startPage({ remembered: true, online: false })
  await page.open('en-GB')
  expect(page.measured).toEqual([true])
  await page.answer(false)
  expect(page.measured).toEqual([true, false])
})

test('a yes of another locale is none where no banner is configured', async () => {
  const page = startPage({ scripts: { tag: {}, consent: {} }, remembered: true })
  await page.open('pt-BR')
  expect(page.measured).toEqual([false])
})
