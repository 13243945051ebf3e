import { expect, test } from 'vitest'
import { localeCodes } from '../config/locales.ts'
import { tracking } from '../config/tracking.ts'
import { everyLocale, startPage } from './testing/page-with-scripts.ts'

const withBanner = localeCodes.filter((code) => code !== 'es-AR')

test.each(withBanner)('%s asks for consent first, and is tagged when it is given', async (code) => {
  const page = startPage()
  await page.open(code)
  expect(page.requested).toEqual([`consent/${code}`])
  await page.answer(false)
  expect(page.requested).toEqual([`consent/${code}`])
  await page.answer(true)
  expect(page.requested).toEqual([`consent/${code}`, `tag/${code}`])
})

test('es-AR has no consent banner and is tagged at once', async () => {
  const page = startPage()
  await page.open('es-AR')
  expect(page.requested).toEqual(['tag/es-AR'])
})

test('where a banner belongs but none is configured, nobody can agree and nothing is tagged', async () => {
  const page = startPage({ scripts: { tag: everyLocale('tag'), consent: {} }, remembered: true })
  await page.open('pt-BR')
  expect([page.requested, page.happened]).toEqual([[], []])
})

test('without addresses nothing is loaded and nothing is hidden', async () => {
  const page = startPage({ scripts: { tag: {}, consent: {} }, remembered: true })
  for (const code of localeCodes) await page.open(code)
  expect([page.requested, page.happened]).toEqual([[], []])
})

test('?allowScripts=false disables the tag and not the banner', async () => {
  const page = startPage({ tagAllowed: false, remembered: true })
  await page.open('es-AR')
  await page.open('en-GB')
  await page.answer(true)
  expect(page.requested).toEqual(['consent/en-GB'])
  expect(page.happened).toEqual([])
})

test('who consented before sees the page when the tag has run', async () => {
  const page = startPage({ remembered: true })
  await page.open('en-GB')
  expect(page.happened).toEqual(['hidden'])
  await page.answer(true)
  expect(page.happened).toEqual(['hidden', 'shown'])
})

test('who withdraws the consent sees the page at once, and the next visit hides nothing', async () => {
  const page = startPage({ remembered: true })
  await page.open('en-GB')
  await page.answer(false)
  expect(page.happened).toEqual(['hidden', 'shown'])
  expect(page.stored()).toBe(false)
})

test('a newcomer’s page is never hidden, also not when they agree', async () => {
  const page = startPage()
  await page.open('en-GB')
  await page.answer(true)
  expect(page.happened).toEqual([])
  expect(page.stored()).toBe(true)
})

test.each([
  ['the tag’s', 'es-AR', 'tag/es-AR'],
  ['the banner’s', 'en-GB', 'consent/en-GB'],
] as const)('a dead host of %s hides the page for 3 s and no longer', async (_, code, address) => {
  const page = startPage({ remembered: true, dead: [address] })
  await page.open(code)
  expect([page.happened, page.waited]).toEqual([['hidden'], [3000]])
  await page.threeSecondsPass()
  expect(page.happened).toEqual(['hidden', 'shown'])
})

test('a first yes is for what comes after it; who consented at the last visit has consented to this one', async () => {
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

  const known = startPage({ remembered: true })
  await known.open('pt-BR')
  known.dataLayer.push(...before)
  await known.answer(true)
  expect(known.dataLayer).toHaveLength(4)
})

test('without a network nothing is hidden, and the scripts come with the network', async () => {
  const page = startPage({ online: false })
  await page.open('es-AR')
  expect([page.requested, page.happened]).toEqual([[], []])
  await page.networkReturns()
  expect([page.requested, page.happened]).toEqual([['tag/es-AR'], []])
})

test('another locale in the same visit gets its own scripts, each once, and hides nothing', async () => {
  const page = startPage({ remembered: true })
  await page.open('en-GB')
  await page.answer(true)
  await page.open('es-AR')
  await page.open('en-GB')
  expect(page.requested).toEqual(['consent/en-GB', 'tag/en-GB', 'tag/es-AR'])
  expect(page.happened).toEqual(['hidden', 'shown'])
})

test('the scripts receive country, language, brands and ids of the locale', async () => {
  const page = startPage()
  await page.open('pt-BR')
  const { dataLayer } = page
  expect(dataLayer).toEqual([
    { event: 'locale', locale: 'pt-BR', country: 'BR', language: 'pt', ...tracking['pt-BR'] },
  ])
})
