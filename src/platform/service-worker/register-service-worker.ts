import { Workbox } from 'workbox-window'
import { createAppUpdate, type AppUpdate, type AppUpdateDeps } from './app-update.ts'
import type { Log } from '../log.ts'

/** ms between two checks for a new version */
const checkInterval = 3_600_000

/** Registers the service worker and watches for its successors. */
export const registerServiceWorker = (
  { controller }: Pick<ServiceWorkerContainer, 'controller'>,
  { log, ...deps }: AppUpdateDeps & { log: Log },
): AppUpdate => {
  const workbox = new Workbox('/service-worker.js')
  const worker: Parameters<typeof createAppUpdate>[0] = {
    addEventListener: (name, listener) =>
      workbox.addEventListener(name, (event) => listener('wasWaitingBeforeRegister' in event ? event : {})),
    messageSkipWaiting: () => workbox.messageSkipWaiting(),
  }
  const update = createAppUpdate(worker, controller !== null, deps)
  workbox
    .register()
    .then(() =>
      setInterval(() => document.visibilityState === 'visible' && checkForUpdate(workbox), checkInterval),
    )
    .catch((error: unknown) =>
      log.warn('The service worker could not be registered', { reason: String(error) }),
    )
  return update
}

const checkForUpdate = async (workbox: Workbox): Promise<void> => {
  try {
    await workbox.update()
  } catch {
    // Offline: the next check may succeed.
  }
}
