import { expect, test } from 'vitest'
import { localeCodes, locales, type LocaleCode } from '../config/locales.ts'
import { tracking } from '../config/tracking.ts'
import { createTagScripts } from './tag-scripts.ts'
import type { DataLayerEntry } from './track.ts'

const everyLocale = (kind: string) => Object.fromEntries(localeCodes.map((code) => [code, `${kind}/${code}`]))

type World = {
  tagAllowed?: boolean
  remembered?: boolean
  online?: boolean
  /** Scripts whose host never answers. */
  dead?: string[]
  scripts?: { tag: Partial<Record<LocaleCode, string>>; consent: Partial<Record<LocaleCode, string>> }
}

/** A page that can be hidden, a banner that can be answered, hosts and a network that can be dead. */
const start = ({ tagAllowed = true, remembered = false, online = true, dead = [], scripts }: World = {}) => {
  const dataLayer: DataLayerEntry[] = []
  const requested: string[] = []
  const happened: string[] = []
  const listeners = new Set<() => void>()
  const network = Promise.withResolvers<void>()
  const time = Promise.withResolvers<void>()
  const waited: number[] = []
  let given: boolean | undefined
  let stored = remembered
  let hasNetwork = online
  const tags = createTagScripts({
    scripts: scripts ?? { tag: everyLocale('tag'), consent: everyLocale('consent') },
    dataLayer,
    consent: {
      given: () => given,
      subscribe: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    tagAllowed,
    remembered: { read: () => stored, write: (value) => void (stored = value) },
    load: (address) => {
      requested.push(address)
      return dead.includes(address) ? new Promise(() => undefined) : Promise.resolve()
    },
    hide: () => {
      happened.push('hidden')
      return () => happened.push('shown')
    },
    wait: (ms) => {
      waited.push(ms)
      return time.promise
    },
    online: () => (hasNetwork ? undefined : network.promise),
  })
  const settle = () => new Promise((resolve) => setTimeout(resolve))
  return {
    dataLayer,
    requested,
    happened,
    waited,
    stored: () => stored,
    open: async (code: LocaleCode) => {
      tags.open(locales[code])
      await settle()
    },
    answer: async (value: boolean) => {
      given = value
      for (const listener of listeners) listener()
      await settle()
    },
    networkReturns: async () => {
      hasNetwork = true
      network.resolve()
      await settle()
    },
    threeSecondsPass: async () => {
      time.resolve()
      await settle()
    },
  }
}

const withBanner = localeCodes.filter((code) => code !== 'es-AR')

test.each(withBanner)('%s asks for consent first, and is tagged when it is given', async (code) => {
  const page = start()
  await page.open(code)
  expect(page.requested).toEqual([`consent/${code}`])
  await page.answer(false)
  expect(page.requested).toEqual([`consent/${code}`])
  await page.answer(true)
  expect(page.requested).toEqual([`consent/${code}`, `tag/${code}`])
})

test('es-AR has no consent banner and is tagged at once', async () => {
  const page = start()
  await page.open('es-AR')
  expect(page.requested).toEqual(['tag/es-AR'])
})

test('where a banner belongs but none is configured, nobody can agree and nothing is tagged', async () => {
  const page = start({ scripts: { tag: everyLocale('tag'), consent: {} }, remembered: true })
  await page.open('pt-BR')
  expect([page.requested, page.happened]).toEqual([[], []])
})

test('without addresses nothing is loaded and nothing is hidden', async () => {
  const page = start({ scripts: { tag: {}, consent: {} }, remembered: true })
  for (const code of localeCodes) await page.open(code)
  expect([page.requested, page.happened]).toEqual([[], []])
})

test('?allowScripts=false disables the tag and not the banner', async () => {
  const page = start({ tagAllowed: false, remembered: true })
  await page.open('es-AR')
  await page.open('en-GB')
  await page.answer(true)
  expect(page.requested).toEqual(['consent/en-GB'])
  expect(page.happened).toEqual([])
})

test('who consented before sees the page when the tag has run', async () => {
  const page = start({ remembered: true })
  await page.open('en-GB')
  expect(page.happened).toEqual(['hidden'])
  await page.answer(true)
  expect(page.happened).toEqual(['hidden', 'shown'])
})

test('who withdraws the consent sees the page at once, and the next visit hides nothing', async () => {
  const page = start({ remembered: true })
  await page.open('en-GB')
  await page.answer(false)
  expect(page.happened).toEqual(['hidden', 'shown'])
  expect(page.stored()).toBe(false)
})

test('a newcomer’s page is never hidden, also not when they agree', async () => {
  const page = start()
  await page.open('en-GB')
  await page.answer(true)
  expect(page.happened).toEqual([])
  expect(page.stored()).toBe(true)
})

test.each([
  ['the tag’s', 'es-AR', 'tag/es-AR'],
  ['the banner’s', 'en-GB', 'consent/en-GB'],
] as const)('a dead host of %s hides the page for 3 s and no longer', async (_, code, address) => {
  const page = start({ remembered: true, dead: [address] })
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
  const newcomer = start()
  await newcomer.open('pt-BR')
  newcomer.dataLayer.push(...before)
  await newcomer.answer(true)
  expect(newcomer.dataLayer.map(({ event, path }) => path ?? event)).toEqual(['locale', '/pt-BR/faq'])

  const known = start({ remembered: true })
  await known.open('pt-BR')
  known.dataLayer.push(...before)
  await known.answer(true)
  expect(known.dataLayer).toHaveLength(4)
})

test('without a network nothing is hidden, and the scripts come with the network', async () => {
  const page = start({ online: false })
  await page.open('es-AR')
  expect([page.requested, page.happened]).toEqual([[], []])
  await page.networkReturns()
  expect([page.requested, page.happened]).toEqual([['tag/es-AR'], []])
})

test('another locale in the same visit gets its own scripts, each once, and hides nothing', async () => {
  const page = start({ remembered: true })
  await page.open('en-GB')
  await page.answer(true)
  await page.open('es-AR')
  await page.open('en-GB')
  expect(page.requested).toEqual(['consent/en-GB', 'tag/en-GB', 'tag/es-AR'])
  expect(page.happened).toEqual(['hidden', 'shown'])
})

test('the scripts receive country, language, brands and ids of the locale', async () => {
  const page = start()
  await page.open('pt-BR')
  const { dataLayer } = page
  expect(dataLayer).toEqual([
    { event: 'locale', locale: 'pt-BR', country: 'BR', language: 'pt', ...tracking['pt-BR'] },
  ])
})
