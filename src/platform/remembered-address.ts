import { createLocalText } from './storage/local-text.ts'

type Page = Pick<Window, 'location' | 'history' | 'sessionStorage'>

/**
 * The address of this page while the tab shows another site. That site redirects back to the page without its
 * search params.
 */
const createRememberedAddress = (page: Pick<Page, 'sessionStorage'>) =>
  createLocalText(() => page.sessionStorage, 'left-address')

/** Remembers the address of this page with the given search params. Returns the function that forgets it. */
export const rememberAddress = (page: Page, search: URLSearchParams): (() => void) => {
  const address = createRememberedAddress(page)
  if (search.size > 0) address.write(`${page.location.pathname}?${search}`)
  return () => address.write()
}

/**
 * Restores the search params of a page after another site has redirected back to it in the same tab. The
 * address is forgotten, so that a later visit is not changed. Call it before the router reads the address.
 */
export const restoreAddress = (page: Page): void => {
  const rememberedAddress = createRememberedAddress(page)
  const address = rememberedAddress.read()
  rememberedAddress.write()
  const { pathname, search } = page.location
  if (search === '' && address?.startsWith(`${pathname}?`))
    page.history.replaceState(page.history.state, '', address)
}
