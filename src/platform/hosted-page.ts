import { createHostedSession } from './hosted-session.ts'
import { rememberAddress } from './remembered-address.ts'
import { createLocalText } from './storage/local-text.ts'

/** Adapts the browser's APIs for a sign-in on a hosted page, which replaces this app in its tab for a while. */
export const createHostedPage = (tab: Window) => ({
  /** The origin of this site. */
  origin: tab.location.origin,

  /** The text that only this tab stores while it shows the hosted page. A reload does not delete it. */
  text: createLocalText(() => tab.sessionStorage, 'hosted-sign-in'),

  pageSession: createHostedSession(tab),

  /**
   * Remembers the address of this page, with `params` added to its search params, while the tab shows another
   * site that redirects back without them. Returns the function that forgets it.
   */
  rememberAddress: (params: Record<string, string>): (() => void) =>
    rememberAddress(
      tab,
      new URLSearchParams([...new URLSearchParams(tab.location.search), ...Object.entries(params)]),
    ),

  /** Without a connection, the browser would replace this page with its own error page. */
  isOnline: (): boolean => tab.navigator.onLine,

  /**
   * Navigates this tab to a page of another site. Resolves only if this page is still or again displayed: to
   * `no-response` if the other site has not responded within the time limit, or to `back` if the coach has come
   * back with the Back button and the browser has restored this page.
   */
  leave: (url: string, timeoutMs: number): Promise<'no-response' | 'back'> =>
    new Promise((resolve) => {
      const listenController = new AbortController()
      const finish = (reason: 'no-response' | 'back') => {
        listenController.abort()
        clearTimeout(timer)
        resolve(reason)
      }
      const timer = setTimeout(() => {
        // Otherwise the page could replace this one later, while the coach does something else.
        tab.stop()
        finish('no-response')
      }, timeoutMs)
      tab.addEventListener('pageshow', ({ persisted }) => persisted && finish('back'), {
        signal: listenController.signal,
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
