import type { Log } from '../log.ts'
import type { TryUntilDone } from '../try-until-done.ts'

export const serviceWorkerUrl = '/service-worker.js'

type Worker = Pick<ServiceWorker, 'state' | 'addEventListener'>
type Registration = Readonly<Record<'installing' | 'waiting' | 'active', Worker | null>>

type Deps = {
  register: () => Promise<Registration | undefined>
  fetch: (url: string, init: RequestInit) => Promise<Response>
  tryUntilDone: TryUntilDone
  log: Log
}

/** Resolves to whether a registration's worker is installed. A missing or truncated file prevents it. */
const isInstalled = async ({ active, waiting, installing }: Registration): Promise<boolean> => {
  if (active ?? waiting) return true
  if (!installing) return false
  return new Promise((resolve) => {
    const check = () => {
      if (installing.state !== 'installing') resolve(installing.state !== 'redundant')
    }
    installing.addEventListener('statechange', check)
    check()
  })
}

/**
 * Whether a registration failed as in a browser that allows no service worker. A registration whose script
 * was replaced, for example by the page of a captive portal, fails in the same way.
 */
const isRefusal = (error: unknown): boolean =>
  error instanceof DOMException && ['SecurityError', 'NotSupportedError'].includes(error.name)

/**
 * Registers the service worker until one is installed. Browsers try once per visit and discard the
 * registration if a file of the build is missing. Files that arrived stay in the cache, so the next attempt
 * fetches only the missing ones. Resolves to false if the browser allows no service worker.
 */
export const installServiceWorker = async ({
  register,
  fetch,
  tryUntilDone,
  log,
}: Deps): Promise<boolean> => {
  let isAllowed = true
  let failures = 0
  /** Replaces the HTTP cache's copy of the script, which may be truncated. */
  const refreshScript = () => fetch(serviceWorkerUrl, { cache: 'reload' }).catch(() => undefined)

  await tryUntilDone(async () => {
    try {
      const registration = await register()
      return registration !== undefined && (await isInstalled(registration))
    } catch (error) {
      const response = await refreshScript()
      const isScript = response?.ok === true && /javascript/.test(response.headers.get('Content-Type') ?? '')
      isAllowed = !(isRefusal(error) && isScript)
      failures += 1
      // The first failure may only be a lost connection, and later ones add nothing to the second.
      if (!isAllowed || failures === 2)
        log.warn('The service worker could not be registered', { reason: String(error) })
      return !isAllowed
    }
  })
  return isAllowed
}
