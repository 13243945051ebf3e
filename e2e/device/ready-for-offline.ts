import { expect, type Page } from '@playwright/test'

/** Until the service worker of the first visit has put away what the next one needs without a connection. */
export const readyForOffline = (page: Page, locale: string, file: 'messages' | 'pages' = 'messages') =>
  expect
    .poll(() =>
      page.evaluate(async (wanted) => {
        const kept = await (await caches.open('assets-of-locales')).keys()
        return kept.some(({ url }) => url.includes(wanted)) && navigator.serviceWorker.controller !== null
      }, `/locales/${locale}/${file}-`),
    )
    .toBe(true)
