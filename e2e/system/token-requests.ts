import type { BrowserContext } from '@playwright/test'

/**
 * How often pages get the anti-forgery token from now on, and how many pages are loaded. One that could not be fetched, as without a
 * network, is asked for again.
 */
export const watchTokenRequests = (context: BrowserContext) => {
  const seen = { pages: 0, tokens: 0 }
  context.on('response', (response) => {
    const request = response.request()
    if (request.isNavigationRequest()) seen.pages += 1
    if (request.url().endsWith('/api/sanctum/csrf-cookie') && !request.serviceWorker()) seen.tokens += 1
  })
  return seen
}
