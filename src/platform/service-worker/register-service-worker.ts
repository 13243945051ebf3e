import { Workbox } from 'workbox-window'
import type { Log } from '../log.ts'
import type { TryUntilDone } from '../try-until-done.ts'
import { whenLoaded } from '../when-loaded.ts'
import { createAppUpdate, type AppUpdate, type AppUpdateDeps, type UpdateWorker } from './app-update.ts'
import { installServiceWorker, serviceWorkerUrl } from './install-service-worker.ts'
import { requestHandOver } from './messages.ts'

/** In ms, between two checks for a new version. */
const checkInterval = 3_600_000

type RegisterDeps = AppUpdateDeps & { log: Log; tryUntilDone: TryUntilDone }

/** Registers the service worker until one is installed, then checks for newer ones. */
export const registerServiceWorker = (
  container: ServiceWorkerContainer,
  { log, tryUntilDone, ...deps }: RegisterDeps,
): AppUpdate => {
  let workbox = new Workbox(serviceWorkerUrl)
  const listeners: Parameters<UpdateWorker['addEventListener']>[] = []
  const worker: UpdateWorker = {
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
  const register = async (): Promise<ServiceWorkerRegistration | undefined> => {
    const newWorkbox = new Workbox(serviceWorkerUrl)
    workbox = newWorkbox
    for (const [name, listener] of listeners)
      newWorkbox.addEventListener(name, (event) => {
        // Events of an earlier attempt no longer count.
        if (workbox === newWorkbox) listener('wasWaitingBeforeRegister' in event ? event : {})
      })
    // The downloads of the service worker would compete with those of the page. Workbox would wait for `load`
    // alone, which one picture that never arrives prevents.
    await whenLoaded(window)
    return newWorkbox.register({ immediate: true })
  }
  const update = createAppUpdate(worker, { ...deps, isControlled: container.controller !== null })
  const checkRepeatedly = (isInstalled: boolean) => {
    if (!isInstalled) return
    setInterval(() => {
      if (document.visibilityState === 'visible') void checkForUpdate(workbox)
    }, checkInterval)
  }
  void installServiceWorker({
    register,
    fetch: (url, init) => fetch(url, init),
    tryUntilDone,
    log,
  }).then(checkRepeatedly)
  return update
}

const checkForUpdate = async (workbox: Workbox): Promise<void> => {
  try {
    await workbox.update()
  } catch {
    // Offline, or the script is truncated. The next check then finds the complete script in the cache.
    await fetch(serviceWorkerUrl, { cache: 'reload' }).catch(() => undefined)
  }
}
