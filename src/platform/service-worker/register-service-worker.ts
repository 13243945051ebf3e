import { Workbox } from 'workbox-window'
import { createAppUpdate, type AppUpdate, type AppUpdateDeps } from './app-update.ts'
import type { Log } from '../log.ts'

const script = '/service-worker.js'

/** ms between two checks for a new version */
const checkInterval = 3_600_000

/** Registers the service worker and watches for its successors. */
export const registerServiceWorker = (
  container: ServiceWorkerContainer,
  { log, ...deps }: AppUpdateDeps & { log: Log },
): AppUpdate => {
  const workbox = new Workbox(script)
  const worker: Parameters<typeof createAppUpdate>[0] = {
    addEventListener: (name, listener) =>
      workbox.addEventListener(name, (event) => listener('wasWaitingBeforeRegister' in event ? event : {})),
    messageSkipWaiting: () => workbox.messageSkipWaiting(),
    update: async () => {
      await workbox.update()
      const registration = await container.getRegistration()
      return Boolean(registration?.installing ?? registration?.waiting)
    },
  }
  const update = createAppUpdate(worker, container.controller !== null, deps)
  register(workbox)
    .then(() =>
      setInterval(() => document.visibilityState === 'visible' && checkForUpdate(workbox), checkInterval),
    )
    .catch((error: unknown) =>
      log.warn('The service worker could not be registered', { reason: String(error) }),
    )
  return update
}

/** A script that cannot be run may lie in a cache that holds half of it: the second try comes past every cache. */
const register = (workbox: Workbox): Promise<unknown> =>
  workbox.register().catch(async () => {
    await fetch(script, { cache: 'reload' })
    return workbox.register()
  })

const checkForUpdate = async (workbox: Workbox): Promise<void> => {
  try {
    await workbox.update()
  } catch {
    // Offline, or a script that cannot be run, as half of it: the next check finds the whole one in the cache.
    await fetch(script, { cache: 'reload' }).catch(() => undefined)
  }
}
