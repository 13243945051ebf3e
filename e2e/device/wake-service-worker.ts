import type { Page } from '@playwright/test'

/** Wakes the active service worker as Background Sync does. Resolves once it has begun. */
export const wakeServiceWorker = async (page: Page): Promise<void> => {
  const devtools = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  const { origin } = new URL(page.url())
  const sync = { origin, registrationId: await registered, tag: 'sync', lastChance: false }
  await devtools.send('ServiceWorker.dispatchSyncEvent', sync)
  await devtools.detach()
}
