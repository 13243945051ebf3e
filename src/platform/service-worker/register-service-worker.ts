import { Workbox } from 'workbox-window'
import { createAppUpdate, type AppUpdate, type AppUpdateDeps } from './app-update.ts'
import { requestHandOver } from './messages.ts'
import { installServiceWorker, serviceWorkerScript } from './install-service-worker.ts'
import type { Log } from '../log.ts'
import type { TryUntilDone } from '../try-until-done.ts'

/** In ms, between two checks for a new version. */
const checkInterval = 3_600_000

type Deps = AppUpdateDeps & { log: Log; tryUntilDone: TryUntilDone }

/** Registers the service worker until one is installed, then checks for newer ones. */
export const registerServiceWorker = (
  container: ServiceWorkerContainer,
  { log, tryUntilDone, ...deps }: Deps,
): AppUpdate => {
  let workbox = new Workbox(serviceWorkerScript)
  const listeners: Parameters<Worker['addEventListener']>[] = []
  const worker: Worker = {
    addEventListener: (name, listener) => {
      listeners.push([name, listener])
    },
    requestHandOver: () => void requestHandOver(container),
    messageSkipWaiting: () => {
      void requestHandOver(container).finally(() => workbox.messageSkipWaiting())
    },
    update: async () => {
      await workbox.update()
      const registration = await container.getRegistration()
      return Boolean(registration?.installing ?? registration?.waiting)
    },
  }
  /** The browser discards a registration that failed to install, so each attempt creates a new one. */
  const register = (): Promise<ServiceWorkerRegistration | undefined> => {
    const next = new Workbox(serviceWorkerScript)
    workbox = next
    for (const [name, listener] of listeners)
      next.addEventListener(name, (event) => {
        if (workbox === next) listener('wasWaitingBeforeRegister' in event ? event : {})
      })
    return next.register()
  }
  const update = createAppUpdate(worker, container.controller !== null, deps)
  void installServiceWorker({ register, fetch: (url, init) => fetch(url, init), tryUntilDone, log }).then(
    (isInstalled) =>
      isInstalled &&
      setInterval(() => document.visibilityState === 'visible' && checkForUpdate(workbox), checkInterval),
  )
  return update
}

type Worker = Parameters<typeof createAppUpdate>[0]

const checkForUpdate = async (workbox: Workbox): Promise<void> => {
  try {
    await workbox.update()
  } catch {
    // Offline, or the script is truncated. The next check then finds the complete script in the cache.
    await fetch(serviceWorkerScript, { cache: 'reload' }).catch(() => undefined)
  }
}
