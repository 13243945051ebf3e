import type { Log } from '../log.ts'
import type { TryUntilDone } from '../try-until-done.ts'

export const serviceWorkerScript = '/service-worker.js'

type Worker = Pick<ServiceWorker, 'state' | 'addEventListener'>
type Registration = Readonly<Record<'installing' | 'waiting' | 'active', Worker | null>>

type Deps = {
  register: () => Promise<Registration | undefined>
  fetch: (url: string, init: RequestInit) => Promise<Response>
  tryUntilDone: TryUntilDone
  log: Log
}

/** Resolves to whether the worker of a registration is installed: a file that does not come, or comes in half, prevents it. */
const isInstalled = async ({ active, waiting, installing }: Registration): Promise<boolean> => {
  if (active ?? waiting) return true
  if (!installing) return false
  return new Promise((resolve) => {
    const look = () => {
      if (installing.state !== 'installing') resolve(installing.state !== 'redundant')
    }
    installing.addEventListener('statechange', look)
    look()
  })
}

/** How browsers say that they allow no service worker here; they say the same of a page that comes in place of the script. */
const isRefusal = (error: unknown): boolean =>
  error instanceof DOMException && ['SecurityError', 'NotSupportedError'].includes(error.name)

/**
 * Registers the service worker until one is installed. Browsers try once for each visit, and discard the registration when a
 * file of the build does not come; what came before stays in the cache, so that the next try fetches what is missing. Resolves
 * to false where the browser allows none.
 */
export const installServiceWorker = async ({
  register,
  fetch,
  tryUntilDone,
  log,
}: Deps): Promise<boolean> => {
  let isAllowed = true
  let failures = 0
  /** A script that cannot be run may lie in a cache that holds half of it: the next try finds the whole one. */
  const refreshScript = () => fetch(serviceWorkerScript, { cache: 'reload' }).catch(() => undefined)

  await tryUntilDone(async () => {
    try {
      const registration = await register()
      return registration !== undefined && (await isInstalled(registration))
    } catch (error) {
      const script = await refreshScript()
      const isScript = script?.ok === true && /javascript/.test(script.headers.get('Content-Type') ?? '')
      isAllowed = !(isRefusal(error) && isScript)
      failures += 1
      if (!isAllowed || failures === 2)
        log.warn('The service worker could not be registered', { reason: String(error) })
      return !isAllowed
    }
  })
  return isAllowed
}
