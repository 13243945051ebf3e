import { expect, type Page } from '@playwright/test'

/** Until the service worker of the first visit has put away what the next one needs without a connection. */
export const readyForOffline = (page: Page, locale: string) =>
  expect
    .poll(() =>
      page.evaluate(async (wanted) => {
        const kept = await caches.match(`/locales/${wanted}/messages.json`, {
          ignoreSearch: true,
          ignoreVary: true,
        })
        return kept !== undefined && navigator.serviceWorker.controller !== null
      }, locale),
    )
    .toBe(true)
