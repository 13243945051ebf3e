import type { Page } from '@playwright/test'

/**
 * Stops every service worker, as Chromium does after half a minute without requests. Chromium itself does not
 * stop a service worker that Playwright observes.
 */
export const stopServiceWorkers = async (page: Page): Promise<void> => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.stopAllWorkers')
  await devtools.detach()
}
