import { createLocalText } from './storage/local-text.ts'

type Page = Pick<Window, 'location' | 'history' | 'sessionStorage'>

/** The address of a page that this tab leaves for a moment, for another site that leads back without its search. */
const createLeftAddress = (page: Pick<Page, 'sessionStorage'>) =>
  createLocalText(() => page.sessionStorage, 'left-address')

/** Remembers the address of this page, with a search that may be empty. Returns the function that forgets it. */
export const rememberAddress = (page: Page, search: URLSearchParams): (() => void) => {
  const address = createLeftAddress(page)
  if (search.size > 0) address.write(`${page.location.pathname}?${search}`)
  return () => address.write()
}

/**
 * Restores the search of a page to which another site has led back. Only once, and only in the tab that has left.
 * Call it before the router reads the address.
 */
export const restoreAddress = (page: Page): void => {
  const address = createLeftAddress(page)
  const left = address.read()
  address.write()
  const { pathname, search } = page.location
  if (search === '' && left?.startsWith(`${pathname}?`))
    page.history.replaceState(page.history.state, '', left)
}
