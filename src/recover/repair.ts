/** Some networks drop every packet, and browsers report that only after minutes. */
const defaultTimeoutMs = 15_000

/**
 * Whether the site's own server responds, and not a captive portal or proxy, because only our server repeats
 * the nonce. Bypasses every cache. Rejects if there is no response, or if it is not JSON.
 */
export const isServerReachable = async ({
  fetch,
  nonce,
  timeoutMs = defaultTimeoutMs,
}: {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  nonce: string
  timeoutMs?: number
}): Promise<boolean> => {
  const signal = AbortSignal.timeout(timeoutMs)
  const response = await fetch(`/healthz?nonce=${nonce}`, { cache: 'no-store', signal })
  const body: unknown = await response.json()
  return typeof body === 'object' && body !== null && 'nonce' in body && body.nonce === nonce
}

/**
 * The prefix of the caches of downloaded modules. Duplicated from `offline/downloaded-modules.ts`, because
 * the repair shares no file with the app.
 */
export const moduleCachePrefix = 'module-'

/** `offline`: the server cannot be reached, so nothing was removed. */
export type RepairResult = 'done' | 'offline' | 'failed'

type RepairDeps = {
  caches: Pick<CacheStorage, 'keys' | 'delete'>
  workers: Pick<ServiceWorkerContainer, 'getRegistrations'> | undefined
  /** Whether the site's own server responds, and not a captive portal or proxy. */
  isServerReachable: () => Promise<boolean>
  /** Fetches a file of the site. */
  fetch: (url: string, init: RequestInit) => Promise<Response>
}

/**
 * Fetches the files that start the app again, bypassing the browser's HTTP cache. No script can clear that
 * cache, and it may contain a truncated script for a year. The app itself checks and refetches its other
 * files.
 */
const refetchStartFiles = async (fetch: RepairDeps['fetch']): Promise<void> => {
  const reload: RequestInit = { cache: 'reload' }
  // Any URL of the app returns the same page.
  const page = await (await fetch('/app', { ...reload, headers: { Accept: 'text/html' } })).text()
  const fileUrls = [...page.matchAll(/\/assets\/[^"]+/g)].map(([url]) => url)
  await Promise.all(['/service-worker.js', ...fileUrls].map((url) => fetch(url, reload)))
}

/**
 * Removes the app's own caches and service workers from this device, so that the next start fetches
 * everything again. Never removes data: IndexedDB and the private file system are not touched, and downloaded
 * modules stay.
 */
export const repair = async ({
  caches,
  workers,
  isServerReachable,
  fetch,
}: RepairDeps): Promise<RepairResult> => {
  if (!(await isServerReachable().catch(() => false))) return 'offline'
  try {
    // Service workers are removed first, because a running one could fill the caches again.
    const registrations = (await workers?.getRegistrations()) ?? []
    await Promise.all(registrations.map((registration) => registration.unregister()))
    const names = (await caches.keys()).filter((name) => !name.startsWith(moduleCachePrefix))
    await Promise.all(names.map((name) => caches.delete(name)))
    await refetchStartFiles(fetch)
    return 'done'
  } catch {
    return 'failed'
  }
}
