import { Workbox } from 'workbox-window'
import type { Log } from './log.ts'

/** A newer version of the app, fetched and waiting for the person's word. */
export type AppUpdate = {
  updateReady: () => boolean
  subscribe: (listener: () => void) => () => void
  /** Changes to the new version: the page reloads. What was captured is on the disk by then. */
  apply: () => void
}

type Deps = {
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

/** Registers the service worker and watches for its successors. */
export const registerServiceWorker = ({ reload, log }: Deps): AppUpdate => {
  if (!('serviceWorker' in navigator)) return never
  const workbox = new Workbox('/service-worker.js')
  const update = watchForUpdate(workbox, reload)
  workbox
    .register()
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
  let controlled = navigator.serviceWorker.controller !== null
  const become = (next: typeof state) => {
    state = next
    for (const listener of listeners) listener()
  }
  workbox.addEventListener('waiting', () => become('waiting'))
  workbox.addEventListener('controlling', () => {
    // The first worker of all takes over the pages that are open: none of them is outdated.
    const isFirst = !controlled
    controlled = true
    if (applying) reload()
    // Another tab applied the update: this one goes on as it is, until the person says so.
    else if (!isFirst) become('replaced')
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

const look = async (workbox: Workbox): Promise<void> => {
  try {
    await workbox.update()
  } catch {
    // Offline: the next look may succeed.
  }
}
