import type { BrowserContext } from '@playwright/test'

/**
 * Counts the anti-forgery tokens that pages get from now on, and the page loads. If a token cannot be
 * fetched, for example offline, the page asks again.
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
