import type { BrowserContext, Page } from '@playwright/test'

/** Enough to see how a journey reached the page where it failed. */
const maxAddresses = 8

/**
 * Records the addresses that the pages of a context open from now on. The result lists the last of them, each
 * with the seconds since the start.
 */
export const watchAddresses = (context: BrowserContext): (() => readonly string[]) => {
  const startedAt = Date.now()
  const addresses: string[] = []
  const follow = (page: Page) =>
    page.on('framenavigated', (frame) => {
      if (frame !== page.mainFrame()) return
      const { pathname, search } = new URL(frame.url())
      addresses.push(`${Math.round((Date.now() - startedAt) / 1000)} s: ${pathname}${search}`)
    })
  context.pages().forEach(follow)
  context.on('page', follow)
  return () => addresses.slice(-maxAddresses)
}
