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

/**
 * Resolves to true if a registration has an installed worker, after an installation in progress has ended. An
 * installation fails if a file is missing or truncated.
 */
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
 * Whether a registration failed in the way of a browser that does not allow service workers. It also fails in
 * this way if something else arrived instead of the script, for example the page of a captive portal.
 */
const isRefusal = (error: unknown): boolean =>
  error instanceof DOMException && ['SecurityError', 'NotSupportedError'].includes(error.name)

/**
 * Registers the service worker, repeatedly until it is installed. If a file of the build is missing, the
 * browser discards the registration and does not retry during the visit. Files that arrived stay in the
 * cache, so the next attempt fetches only the missing ones. Resolves to false if the browser does not allow
 * service workers.
 */
export const installServiceWorker = async ({
  register,
  fetch,
  tryUntilDone,
  log,
}: Deps): Promise<boolean> => {
  let isAllowed = true
  let failures = 0
  /** Replaces the script in the HTTP cache, which may be truncated. */
  const refreshScript = () => fetch(serviceWorkerUrl, { cache: 'reload' }).catch(() => undefined)

  await tryUntilDone(async () => {
    try {
      const registration = await register()
      return registration !== undefined && (await isInstalled(registration))
    } catch (error) {
      const response = await refreshScript()
      const isScript = response?.ok === true && /javascript/.test(response.headers.get('Content-Type') ?? '')
      const isForbidden = isRefusal(error) && isScript
      isAllowed = !isForbidden
      failures += 1
      // The first failure may only be a lost connection. Failures after the second are not logged again.
      if (isForbidden || failures === 2)
        log.warn('The service worker could not be registered', { reason: String(error) })
      // If the browser forbids service workers, no further attempt follows.
      return isForbidden
    }
  })
  return isAllowed
}
