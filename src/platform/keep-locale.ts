import type { LocaleCode } from '../config/locales.ts'
import type { PageMessage } from './service-worker/messages.ts'

/** Has the service worker keep what a locale needs, so that it opens without a connection from the first visit on. */
export const keepLocale = async (
  container: Pick<ServiceWorkerContainer, 'ready'>,
  locale: LocaleCode,
): Promise<void> => {
  const { active } = await container.ready
  const message: PageMessage = { type: 'KEEP_LOCALE', locale }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a service worker has no other
  active?.postMessage(message)
}
