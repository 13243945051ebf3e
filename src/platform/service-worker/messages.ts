import * as v from 'valibot'
import { localeCode } from '../../contract/shapes.ts'

/** What a page sends to the service worker. `SKIP_WAITING` is workbox-window's own message. */
export const pageMessage = v.variant('type', [
  v.object({ type: v.literal('SKIP_WAITING') }),
  v.object({ type: v.literal('KEEP_LOCALE'), locale: localeCode }),
])
export type PageMessage = v.InferOutput<typeof pageMessage>

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
