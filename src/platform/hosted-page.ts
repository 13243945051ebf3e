import { createHostedSession } from './hosted-session.ts'
import { rememberAddress } from './left-address.ts'
import { createLocalText } from './storage/local-text.ts'

/** What a hosted sign-in needs of its tab. */
export const createHostedPage = (tab: Window) => ({
  /** The origin of this site. */
  origin: tab.location.origin,

  /** What only this tab remembers while it shows the hosted page. Survives a reload. */
  text: createLocalText(() => tab.sessionStorage, 'hosted-sign-in'),

  pageSession: createHostedSession(tab),

  /**
   * Remembers the address of this page, with `params` added to its search, for the time in which another site is
   * shown that leads back without a search. Returns the function that forgets it.
   */
  rememberAddress: (params: Record<string, string>): (() => void) =>
    rememberAddress(
      tab,
      new URLSearchParams([...new URLSearchParams(tab.location.search), ...Object.entries(params)]),
    ),

  /** Without a connection, the browser would replace this page with its own error page. */
  isOnline: (): boolean => tab.navigator.onLine,

  /**
   * Leads this tab to a page of another site. Resolves only if the tab stays: to `no-response` if the page has
   * not responded within the time limit, and to `back` if the coach has come back with the button Back and the
   * browser shows the same page again.
   */
  leave: (url: string, timeoutMs: number): Promise<'no-response' | 'back'> =>
    new Promise((resolve) => {
      const listening = new AbortController()
      const finish = (reason: 'no-response' | 'back') => {
        listening.abort()
        clearTimeout(timer)
        resolve(reason)
      }
      const timer = setTimeout(() => {
        // Otherwise the page could replace this one later, while the coach does something else.
        tab.stop()
        finish('no-response')
      }, timeoutMs)
      tab.addEventListener('pageshow', ({ persisted }) => persisted && finish('back'), {
        signal: listening.signal,
      })
      tab.location.assign(url)
    }),

  /** Resolves to whether a page of another site can be loaded within the time limit. */
  isPageReachable: (url: string, timeoutMs: number): Promise<boolean> =>
    fetch(url, {
      mode: 'no-cors',
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(timeoutMs),
    }).then(
      () => true,
      () => false,
    ),
})
