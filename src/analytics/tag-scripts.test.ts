import { expect, test } from 'vitest'
import { localeCodes } from '../config/locales.ts'
import { tracking } from '../config/tracking.ts'
import { everyLocale, startPage } from './testing/page-with-scripts.ts'

const withBanner = localeCodes.filter((code) => code !== 'es-AR')

test.each(withBanner)('%s asks for consent first, and loads the tag after consent', async (code) => {
  const page = startPage()
  await page.open(code)
  expect(page.requested).toEqual([`consent/${code}`])
  await page.answer(false)
  expect(page.requested).toEqual([`consent/${code}`])
  await page.answer(true)
  expect(page.requested).toEqual([`consent/${code}`, `tag/${code}`])
})

test('es-AR has no consent banner and loads the tag at once', async () => {
  const page = startPage()
  await page.open('es-AR')
  expect(page.requested).toEqual(['tag/es-AR'])
})

test('loads nothing when a required banner is not configured, as nobody can consent', async () => {
  const page = startPage({ scripts: { tag: everyLocale('tag'), consent: {} }, hadConsented: true })
  await page.open('pt-BR')
  expect([page.requested, page.happened]).toEqual([[], []])
})

test('loads nothing and hides nothing without addresses', async () => {
  const page = startPage({ scripts: { tag: {}, consent: {} }, hadConsented: true })
  for (const code of localeCodes) await page.open(code)
  expect([page.requested, page.happened]).toEqual([[], []])
})

test('?allowScripts=false disables the tag and not the banner', async () => {
  const page = startPage({ tagAllowed: false, hadConsented: true })
  await page.open('es-AR')
  await page.open('en-GB')
  await page.answer(true)
  expect(page.requested).toEqual(['consent/en-GB'])
  expect(page.happened).toEqual([])
})

test('shows the page when the tag has run, if the visitor consented before', async () => {
  const page = startPage({ hadConsented: true })
  await page.open('en-GB')
  expect(page.happened).toEqual(['hidden'])
  await page.answer(true)
  expect(page.happened).toEqual(['hidden', 'shown'])
})

test('shows the page at once when consent is withdrawn, and hides nothing on the next visit', async () => {
  const page = startPage({ hadConsented: true })
  await page.open('en-GB')
  await page.answer(false)
  expect(page.happened).toEqual(['hidden', 'shown'])
  expect(page.stored()).toBe(false)
})

test('never hides the page of a new visitor, even after their consent', async () => {
  const page = startPage()
  await page.open('en-GB')
  await page.answer(true)
  expect(page.happened).toEqual([])
  expect(page.stored()).toBe(true)
})

test.each([
  ['the tag’s', 'es-AR', 'tag/es-AR'],
  ['the banner’s', 'en-GB', 'consent/en-GB'],
] as const)('an unreachable host of %s hides the page for 3 s, not longer', async (_, code, address) => {
  const page = startPage({ hadConsented: true, unresponsive: [address] })
  await page.open(code)
  expect([page.happened, page.waited]).toEqual([['hidden'], [3000]])
  await page.threeSecondsPass()
  expect(page.happened).toEqual(['hidden', 'shown'])
})

test('a first consent applies to later events, a known consent to the earlier ones of the visit too', async () => {
  const before = [
    { event: 'page_view', path: '/pt-BR/' },
    { event: 'scroll', percent: 25 },
    { event: 'page_view', path: '/pt-BR/faq' },
  ]
  const newcomer = startPage()
  await newcomer.open('pt-BR')
  newcomer.dataLayer.push(...before)
  await newcomer.answer(true)
  expect(newcomer.dataLayer.map(({ event, path }) => path ?? event)).toEqual(['locale', '/pt-BR/faq'])

  const known = startPage({ hadConsented: true })
  await known.open('pt-BR')
  known.dataLayer.push(...before)
  await known.answer(true)
  expect(known.dataLayer).toHaveLength(4)
})

test('hides nothing without a network, and loads the scripts when it returns', async () => {
  const page = startPage({ online: false })
  await page.open('es-AR')
  expect([page.requested, page.happened]).toEqual([[], []])
  await page.networkReturns()
  expect([page.requested, page.happened]).toEqual([['tag/es-AR'], []])
})

test('loads another locale’s scripts in the same visit, each once, and hides nothing', async () => {
  const page = startPage({ hadConsented: true })
  await page.open('en-GB')
  await page.answer(true)
  await page.open('es-AR')
  await page.open('en-GB')
  expect(page.requested).toEqual(['consent/en-GB', 'tag/en-GB', 'tag/es-AR'])
  expect(page.happened).toEqual(['hidden', 'shown'])
})

test('passes country, language, brands and ids of the locale to the scripts', async () => {
  const page = startPage()
  await page.open('pt-BR')
  const { dataLayer } = page
  expect(dataLayer).toEqual([
    { event: 'locale', locale: 'pt-BR', country: 'BR', language: 'pt', ...tracking['pt-BR'] },
  ])
})
