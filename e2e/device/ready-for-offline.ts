import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { root } from '../../scripts/product/processes.ts'

const modules = Object.keys(
  JSON.parse(readFileSync(`${root}/locales/modules.json`, 'utf8')) as Record<string, unknown>,
)
const files = ['messages', 'courses', 'pages', ...modules.map((id) => `modules/${id}`)]

/**
 * A script for the page: whether the service worker has cached every text of a locale. The texts load in
 * parallel, so each has to be checked.
 */
export const readyForOfflineScript = (locale: string): string => `(async () => {
  const cached = await (await caches.open('assets-of-locales')).keys()
  const has = (file) => cached.some(({ url }) => url.includes('/locales/${locale}/' + file + '-'))
  return ${JSON.stringify(files)}.every(has) && navigator.serviceWorker.controller !== null
})()`

/** Waits until the service worker of the first visit has cached what the next visit needs offline. */
export const waitUntilReadyForOffline = (page: Page, locale: string) =>
  expect.poll(() => page.evaluate(readyForOfflineScript(locale))).toBe(true)

/** Asks the service worker how many files are missing for offline use. */
export const countMissingOffline = (page: Page, locale: string): Promise<unknown> =>
  page.evaluate(async (code) => {
    const { active } = await navigator.serviceWorker.ready
    const { port1, port2 } = new MessageChannel()
    active?.postMessage({ type: 'COUNT_MISSING', locale: code }, [port2])
    return new Promise((resolve) => {
      port1.addEventListener('message', ({ data }) => resolve(data))
      port1.start()
    })
  }, locale)
