import { vi } from 'vitest'
import { createHostedBrowser } from '../../sandbox/testing/hosted-browser.ts'
import type { LocaleCode } from '../../src/config/locales.ts'
import { createDeferred } from '../../src/lib/async/deferred.ts'
import { createDevice, type Tab } from './device.ts'
import { demoPassword } from './people.ts'
import type { RunningServices } from './start-services.ts'
import { unwrap } from './unwrap.ts'

/** The site of these tests, which the stand-ins know, although nothing runs there. */
export const site = 'http://localhost:4000'

/** The coach of these tests, at a pool with a hosted page. */
export const hostedCoach = { locale: 'en-NZ', email: 'coach.nz@example.com' } as const

/** Whether a request exchanges the code of the page for tokens. */
export const isExchange = (url: unknown) => typeof url === 'string' && url.endsWith('/oauth2/token')

/** Texts by their keys, as in `localStorage` or `sessionStorage`. */
const createTexts = () => new Map<string, string>()

const toStorage = (texts: Map<string, string>) => ({
  getItem: (key: string) => texts.get(key) ?? null,
  setItem: (key: string, text: string) => void texts.set(key, text),
  removeItem: (key: string) => void texts.delete(key),
})

/**
 * A tab of a browser, for a coach who visits a hosted page: what the app uses of `window`. Its texts survive a
 * reload. `browser` are the texts that all tabs of its browser share. The tab stays, as if the coach had come
 * back with the button Back, or if `answers` is false, as if the other site did not respond.
 */
export const createHostedTab = ({ browser = createTexts(), answers = true } = {}) => {
  const texts = createTexts()
  const left: string[] = []
  const leftAddresses: (string | undefined)[] = []
  const tab = Object.assign(new EventTarget(), {
    location: {
      origin: site,
      pathname: '/en-NZ/login',
      search: '',
      assign: (url: string) => {
        left.push(url)
        leftAddresses.push(texts.get('left-address'))
        if (!answers) return
        tab.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
      },
    },
    navigator: { onLine: true },
    stop: () => undefined,
    sessionStorage: toStorage(texts),
    localStorage: toStorage(browser),
  })
  return {
    /** The addresses of other sites to which the app has led. */
    left,
    /** What the tab remembered of its own address each time that it was led away. */
    leftAddresses,
    /** Shows a page of the app with this search. */
    setSearch: (search: string) => void Object.assign(tab.location, { search }),
    /** What the app has stored for this tab. */
    read: () => texts.get('hosted-sign-in'),
    /** What the app has stored for all tabs of this browser. */
    browser,
    /** Makes this tab the one that the app runs in. */
    show: () => void vi.stubGlobal('window', tab),
  }
}

type Left = {
  device: ReturnType<typeof createDevice>
  tab: ReturnType<typeof createHostedTab>
  locale: LocaleCode
}

/** Opens the hosted page in a tab of a device. */
export const leave = async (
  device: Left['device'],
  {
    locale = hostedCoach.locale,
    returnTo,
    tab = createHostedTab(),
  }: Partial<Left> & { returnTo?: string } = {},
) => {
  tab.show()
  const hosted = await device.open().loadHostedSignIn()
  unwrap(await hosted.start(locale, returnTo))
  return { device, tab, locale, url: tab.left.at(-1) ?? '' }
}

/** The same tab after the page has led back to an address of the app. */
export const comeBack = ({ device, tab, locale }: Left, address: string) => {
  tab.show()
  const opened = device.open(undefined, new URL(address).search)
  return { tab: opened, complete: async () => (await opened.loadHostedSignIn()).complete(locale) }
}

/** Signs in on the hosted page. Resolves to the address to which it then leads. */
export const signInThere = (
  { sandbox }: RunningServices,
  url: string,
  username: string = hostedCoach.email,
  password = demoPassword,
) => createHostedBrowser(sandbox.addresses().userPool).signIn(url, username, password)

/** Opens the hosted page on a new device, signs in there, and comes back. */
export const signInOnPage = async (services: RunningServices, options?: Parameters<typeof leave>[1]) => {
  const left = await leave(createDevice(services), options)
  return { left, ...comeBack(left, await signInThere(services, left.url)) }
}

/** Replaces the requests for which `respond` returns something. */
export const interceptFetch = (
  respond: (url: string, init: RequestInit) => Promise<Response> | undefined,
) => {
  const { fetch } = globalThis
  return vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(
      (input, init = {}) => (typeof input === 'string' && respond(input, init)) || fetch(input, init),
    )
}

export const loseConnection = () => Promise.reject(new TypeError('Failed to fetch'))

/** A sign-in in another tab whose tokens are stored, and whose product session is not open until `resume`. */
export const beginSignIn = async (tab: Tab, email: string) => {
  const { fetch } = globalThis
  const [isOpening, mayOpen] = [createDeferred<void>(), createDeferred<void>()]
  interceptFetch((url, init) => {
    if (init.mode === 'no-cors') return Promise.resolve(new Response())
    if (!url.endsWith('/api/login')) return undefined
    isOpening.resolve()
    return mayOpen.promise.then(() => fetch(url, init))
  })
  const signIn = tab.signIn(hostedCoach.locale, email, demoPassword)
  await isOpening.promise
  return async () => {
    mayOpen.resolve()
    unwrap(await signIn)
  }
}
