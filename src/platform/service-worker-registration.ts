import { Workbox } from 'workbox-window'
import type { LocaleCode } from '../config/locales.ts'
import type { Log } from './log.ts'
import type { PageMessage } from './service-worker-messages.ts'

/** A newer version of the app, fetched and waiting for the person's word. */
export type AppUpdate = {
  updateReady: () => boolean
  subscribe: (listener: () => void) => () => void
  /** Changes to the new version: the page reloads. What was captured is on the disk by then. */
  apply: () => void
}

type Deps = {
  /** The locale on screen. */
  locale: () => LocaleCode | undefined
  reload: () => void
  log: Log
}

/** ms between two looks for a new version */
const lookInterval = 3_600_000

/** Where there are no service workers (some private windows), the app works as long as there is a network. */
const never: AppUpdate = {
  updateReady: () => false,
  subscribe: () => () => undefined,
  apply: () => undefined,
}

/**
 * Registers the service worker and watches for its successors. It is told the `locale` on screen, so that the first visit
 * already works offline.
 */
export const registerServiceWorker = ({ locale, reload, log }: Deps): AppUpdate => {
  if (!('serviceWorker' in navigator)) return never
  const workbox = new Workbox('/service-worker.js')
  const update = watchForUpdate(workbox, reload)
  workbox
    .register()
    .then(() => keepLocale(locale()))
    .then(() => setInterval(() => document.visibilityState === 'visible' && look(workbox), lookInterval))
    .catch((error: unknown) =>
      log.warn('The service worker could not be registered', { reason: String(error) }),
    )
  return update
}

const watchForUpdate = (workbox: Workbox, reload: () => void): AppUpdate => {
  const listeners = new Set<() => void>()
  let state: 'current' | 'waiting' | 'replaced' = 'current'
  let applying = false
  const become = (next: typeof state) => {
    state = next
    for (const listener of listeners) listener()
  }
  workbox.addEventListener('waiting', () => become('waiting'))
  workbox.addEventListener('controlling', ({ isUpdate, isExternal }) => {
    if (applying) reload()
    // Another tab applied the update: this one goes on as it is, until the person says so.
    else if (isUpdate === true || isExternal === true) become('replaced')
  })
  return {
    updateReady: () => state !== 'current',
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    apply: () => {
      if (state === 'replaced') reload()
      applying = true
      workbox.messageSkipWaiting()
    },
  }
}

const keepLocale = async (locale: LocaleCode | undefined): Promise<void> => {
  if (locale === undefined) return
  const { active } = await navigator.serviceWorker.ready
  const message: PageMessage = { type: 'KEEP_LOCALE', locale }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a service worker has no other
  active?.postMessage(message)
}

const look = async (workbox: Workbox): Promise<void> => {
  try {
    await workbox.update()
  } catch {
    // Offline: the next look may succeed.
  }
}
