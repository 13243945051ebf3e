import { vi } from 'vitest'

/** The site of these tests, which the stand-ins know, although nothing runs there. */
export const site = 'http://localhost:4000'

/**
 * A tab of a browser, for a coach who visits a hosted page: what the app uses of `window`. Its texts survive a
 * reload. The tab stays, as if the coach had come back with the button Back.
 */
export const createHostedTab = () => {
  const texts = new Map<string, string>()
  const storage = {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  }
  const left: string[] = []
  const tab = Object.assign(new EventTarget(), {
    location: {
      origin: site,
      assign: (url: string) => {
        left.push(url)
        tab.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
      },
    },
    navigator: { onLine: true },
    stop: () => undefined,
    sessionStorage: storage,
    localStorage: storage,
  })
  return {
    /** The addresses of other sites to which the app has led. */
    left,
    /** What the app has stored for this tab. */
    read: () => texts.get('hosted-sign-in'),
    /** Makes this tab the one that the app runs in. */
    show: () => void vi.stubGlobal('window', tab),
  }
}
