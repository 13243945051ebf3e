import * as v from 'valibot'
import type { LocaleCode } from '../../config/locales.ts'
import { localeCode } from '../../contract/shared-schemas.ts'
import { withTimeLimit } from '../../lib/async/time-limit.ts'
import { parseOrUndefined } from '../../lib/parse-or-undefined.ts'

/**
 * Messages from a page to the service worker. `SKIP_WAITING` is workbox-window's own message. `HAND_OVER`
 * asks the active service worker to end its work, because a new one is about to replace it. `KEEP_LOCALE`
 * asks it to cache a locale, and `COUNT_MISSING` to count the files that are not cached.
 */
export const pageMessageSchema = v.variant('type', [
  v.object({ type: v.literal('SKIP_WAITING') }),
  v.object({ type: v.literal('HAND_OVER') }),
  v.object({ type: v.literal('KEEP_LOCALE'), locale: localeCode }),
  v.object({ type: v.literal('COUNT_MISSING'), locale: localeCode }),
])
export type PageMessage = v.InferOutput<typeof pageMessageSchema>

/**
 * The response to `COUNT_MISSING`: how many files are not cached. The app needs `app` and the `texts` of a
 * locale to open offline; it does not need the `pictures`.
 */
const missingOfflineSchema = v.object({ app: v.number(), texts: v.number(), pictures: v.number() })
export type MissingOffline = v.InferOutput<typeof missingOfflineSchema>

/**
 * Sends a message to the active service worker, when there is one, and to the waiting one. Does nothing in a
 * browser without service workers.
 */
export const postToServiceWorker = async (
  container: Pick<ServiceWorkerContainer, 'ready'> | undefined,
  message: PageMessage,
): Promise<void> => {
  const registration = await container?.ready
  for (const worker of [registration?.active, registration?.waiting])
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- ServiceWorker has none
    worker?.postMessage(message)
}

/** The service worker may have to start before it responds. */
const responseTimeoutMs = 5000

type Container = Pick<ServiceWorkerContainer, 'getRegistration'>

/**
 * Sends a message to the active service worker. Resolves to its response, or undefined if there is no active
 * worker or it does not respond in time.
 */
const askActiveWorker = async (container: Container | undefined, message: PageMessage): Promise<unknown> => {
  const active = (await container?.getRegistration())?.active
  if (!active) return undefined
  const { port1, port2 } = new MessageChannel()
  const response = new Promise<unknown>((resolve) => {
    port1.addEventListener('message', ({ data }) => resolve(data))
  })
  port1.start()
  active.postMessage(message, [port2])
  try {
    return await withTimeLimit(response, responseTimeoutMs)
  } finally {
    port1.close()
  }
}

/**
 * Asks the active service worker how many files are missing for offline use. Resolves to undefined if there
 * is no active worker or it does not respond.
 */
export const countMissing = async (
  container: Container | undefined,
  locale: LocaleCode,
): Promise<MissingOffline | undefined> =>
  parseOrUndefined(missingOfflineSchema, await askActiveWorker(container, { type: 'COUNT_MISSING', locale }))

/**
 * Asks the active service worker to end its work before a new one replaces it. Browsers start the new one
 * only after the events of the active one have ended. A delivery without a response would delay it, in
 * Chromium by up to five minutes. Resolves when the events have ended and the pages have stopped sending
 * requests, so that no message or request arrives during the change.
 */
export const requestHandOver = async (container: Container): Promise<void> => {
  await askActiveWorker(container, { type: 'HAND_OVER' })
}
