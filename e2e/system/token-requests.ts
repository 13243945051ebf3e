import type { BrowserContext } from '@playwright/test'

/**
 * Counts the page loads from now on, and the responses to the pages' requests for an anti-forgery token. If a
 * token cannot be fetched, for example offline, the page asks again. The returned object changes.
 */
export const watchTokenRequests = (context: BrowserContext) => {
  const counts = { pages: 0, tokens: 0 }
  context.on('response', (response) => {
    const request = response.request()
    if (request.isNavigationRequest()) counts.pages += 1
    if (request.url().endsWith('/api/sanctum/csrf-cookie') && !request.serviceWorker()) counts.tokens += 1
  })
  return counts
}
