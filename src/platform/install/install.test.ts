import { expect, test } from 'vitest'
import { createInstall } from './install.ts'

const chromium = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0'

const start = ({ stored = new Map<string, string>(), standalone = false, userAgent = chromium } = {}) => {
  const target = new EventTarget()
  const install = createInstall({
    target,
    storage: () => ({
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    }),
    isStandalone: () => standalone,
    navigator: { userAgent, maxTouchPoints: 5 },
  })
  /** Simulates that the browser can install the app. `outcome` is the person's later choice. */
  const browserOffers = (outcome: 'accepted' | 'dismissed' = 'accepted') => {
    const event = new Event('beforeinstallprompt', { cancelable: true })
    const shown = { times: 0 }
    Object.assign(event, {
      prompt: async () => void (shown.times += 1),
      userChoice: Promise.resolve({ outcome }),
    })
    target.dispatchEvent(event)
    return { event, shown }
  }
  return { install, stored, target, browserOffers }
}

test('defers the prompt of the browser, and offers it after the first finished module', async () => {
  const { install, browserOffers } = start()
  const { event, shown } = browserOffers()
  expect(event.defaultPrevented).toBe(true)
  expect(install.snapshot()).toEqual({ isInstalled: false, isOffered: false, canAsk: true })
  install.allowOffer()
  expect(install.snapshot()).toEqual({ isInstalled: false, isOffered: true, canAsk: true })
  expect(await install.ask()).toBe(true)
  expect(shown.times).toBe(1)
  expect(install.snapshot()).toEqual({ isInstalled: true, isOffered: false, canAsk: false })
})

test.each([
  [
    'refused in the browser',
    async ({ install, browserOffers }: ReturnType<typeof start>) => {
      browserOffers('dismissed')
      expect(await install.ask()).toBe(false)
    },
  ],
  ['put off in the app', async ({ install }: ReturnType<typeof start>) => install.dismiss()],
  [
    'taken from the menu',
    async ({ target }: ReturnType<typeof start>) => void target.dispatchEvent(new Event('appinstalled')),
  ],
])('does not repeat an offer that was %s, even after a restart', async (_, answer) => {
  const stored = new Map<string, string>()
  const first = start({ stored })
  first.install.allowOffer()
  await answer(first)
  expect(first.install.snapshot().isOffered).toBe(false)
  const second = start({ stored })
  second.install.allowOffer()
  expect(second.install.snapshot().isOffered).toBe(false)
})

test('does not repeat an offer that was dismissed in another tab', () => {
  const stored = new Map<string, string>()
  const here = start({ stored })
  const there = start({ stored })
  there.install.dismiss()
  here.install.allowOffer()
  expect(here.install.snapshot().isOffered).toBe(false)
  expect(start({ stored }).install.snapshot().isOffered).toBe(false)
})

test('shows the steps when the browser does not show its dialog after all', async () => {
  const { install, browserOffers } = start()
  install.allowOffer()
  Object.assign(browserOffers().event, {
    prompt: () => Promise.reject(new DOMException('', 'NotAllowedError')),
  })
  expect(await install.ask()).toBe(false)
  expect(install.snapshot()).toEqual({ isInstalled: false, isOffered: true, canAsk: false })
})

test('keeps an earned offer open after a restart', () => {
  const stored = new Map<string, string>()
  start({ stored }).install.allowOffer()
  expect(start({ stored }).install.snapshot().isOffered).toBe(true)
})

test('offers nothing in the installed app', () => {
  const { install } = start({ standalone: true })
  install.allowOffer()
  expect(install.snapshot()).toEqual({ isInstalled: true, isOffered: false, canAsk: false })
})

test('an uninstalled app can be installed again, but is not offered', () => {
  const { install, browserOffers } = start({ stored: new Map([['install', 'installed']]) })
  expect(install.snapshot().isInstalled).toBe(true)
  browserOffers()
  expect(install.snapshot()).toEqual({ isInstalled: false, isOffered: false, canAsk: true })
})

test('offers nothing in a browser that cannot install', () => {
  const { install } = start({ userAgent: firefox })
  install.allowOffer()
  expect(install.snapshot().isOffered).toBe(false)
})

test('a browser without storage only forgets the answer', () => {
  const install = createInstall({
    target: new EventTarget(),
    storage: () => {
      throw new DOMException('', 'SecurityError')
    },
    isStandalone: () => false,
    navigator: { userAgent: chromium, maxTouchPoints: 5 },
  })
  install.allowOffer()
  expect(install.snapshot().isOffered).toBe(true)
})
