import type { Workbox } from 'workbox-window'
import type { Log } from '../log.ts'
import type { TryUntilDone } from '../try-until-done.ts'
import { whenLoaded } from '../when-loaded.ts'
import { createAppUpdate, type AppUpdate, type AppUpdateDeps, type UpdateWorker } from './app-update.ts'
import { installServiceWorker, serviceWorkerUrl } from './install-service-worker.ts'
import { requestHandOver } from './messages.ts'

const updateCheckIntervalMs = 3_600_000

const checkForUpdate = async (workbox: Workbox): Promise<void> => {
  try {
    await workbox.update()
  } catch {
    // The browser is offline, or the cached script is truncated. Fetching it again repairs the cache for the
    // next check.
    await fetch(serviceWorkerUrl, { cache: 'reload' }).catch(() => undefined)
  }
}

type RegisterDeps = AppUpdateDeps & { log: Log; tryUntilDone: TryUntilDone }

/** Registers the service worker, repeatedly until it is installed, and then checks for newer ones. */
export const registerServiceWorker = (
  container: ServiceWorkerContainer,
  { log, tryUntilDone, ...deps }: RegisterDeps,
): AppUpdate => {
  let workbox: Workbox | undefined
  const listeners: Parameters<UpdateWorker['addEventListener']>[] = []
  const worker: UpdateWorker = {
    addEventListener: (name, listener) => {
      listeners.push([name, listener])
    },
    requestHandOver: () => void requestHandOver(container),
    messageSkipWaiting: () => {
      void requestHandOver(container).finally(() => workbox?.messageSkipWaiting())
    },
    update: async () => {
      await workbox?.update()
      const registration = await container.getRegistration()
      return Boolean(registration?.installing ?? registration?.waiting)
    },
  }
  /** Registers with a new Workbox, because the browser discards a registration whose installation failed. */
  const register = async (): Promise<ServiceWorkerRegistration | undefined> => {
    // The downloads of the service worker would compete with those of the page. `whenLoaded` has a time
    // limit: Workbox's own wait for `load` would never end if one picture never arrives.
    await whenLoaded(window)
    // Imported here, so that a form on a slow phone does not wait for it.
    const { Workbox } = await import('workbox-window')
    const newWorkbox = new Workbox(serviceWorkerUrl)
    workbox = newWorkbox
    for (const [name, listener] of listeners)
      newWorkbox.addEventListener(name, (event) => {
        // Ignores the events of an earlier attempt.
        if (workbox === newWorkbox) listener('wasWaitingBeforeRegister' in event ? event : {})
      })
    return newWorkbox.register({ immediate: true })
  }
  const update = createAppUpdate(worker, { ...deps, isControlled: container.controller !== null })
  const checkRepeatedly = (isInstalled: boolean) => {
    if (!isInstalled) return
    setInterval(() => {
      if (document.visibilityState === 'visible' && workbox) void checkForUpdate(workbox)
    }, updateCheckIntervalMs)
  }
  void installServiceWorker({
    register,
    fetch: (url, init) => fetch(url, init),
    tryUntilDone,
    log,
  }).then(checkRepeatedly)
  return update
}
