import * as v from 'valibot'
import type { LocaleCode } from '../../config/locales.ts'
import { localeCode } from '../../contract/shapes.ts'
import { parsed } from '../../lib/parsed.ts'

/** What a page sends to the service worker. `SKIP_WAITING` is workbox-window's own message. */
export const pageMessage = v.variant('type', [
  v.object({ type: v.literal('SKIP_WAITING') }),
  v.object({ type: v.literal('KEEP_LOCALE'), locale: localeCode }),
  v.object({ type: v.literal('COUNT_MISSING'), locale: localeCode }),
])
export type PageMessage = v.InferOutput<typeof pageMessage>

/**
 * The response to `COUNT_MISSING`: how many files are not cached of the app and of the texts of a locale, without which it does not open
 * offline, and of the pictures, without which it does.
 */
const missingOffline = v.object({ app: v.number(), texts: v.number(), pictures: v.number() })
export type MissingOffline = v.InferOutput<typeof missingOffline>

/**
 * Sends a message to the service worker once there is one, and to the next one that waits; a browser without service workers has no recipient for it.
 */
export const postToServiceWorker = async (
  container: Pick<ServiceWorkerContainer, 'ready'> | undefined,
  message: PageMessage,
): Promise<void> => {
  const registration = await container?.ready
  for (const worker of [registration?.active, registration?.waiting])
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a service worker has no other
    worker?.postMessage(message)
}

/** ms for a response of the service worker: it may have to start first */
const responseTime = 5000

/** What is missing offline, from the service worker that would serve the next page; undefined where none does, or none responds. */
export const countMissing = async (
  container: Pick<ServiceWorkerContainer, 'getRegistration'> | undefined,
  locale: LocaleCode,
): Promise<MissingOffline | undefined> => {
  const active = (await container?.getRegistration())?.active
  if (!active) return undefined
  const { port1, port2 } = new MessageChannel()
  const message: PageMessage = { type: 'COUNT_MISSING', locale }
  try {
    return await new Promise((resolve) => {
      port1.addEventListener('message', ({ data }) => resolve(parsed(missingOffline, data)))
      port1.start()
      setTimeout(() => resolve(undefined), responseTime)
      active.postMessage(message, [port2])
    })
  } finally {
    port1.close()
  }
}
