/** In ms. Some networks drop every packet, and browsers report that only after minutes. */
const defaultTimeout = 15_000

/**
 * Whether the site's own server responds: only this server repeats the nonce. Bypasses every cache; rejects
 * if there is no response.
 */
export const isServerThere = async ({
  fetch,
  nonce,
  timeout = defaultTimeout,
}: {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  nonce: string
  /** In ms. */
  timeout?: number
}): Promise<boolean> => {
  const signal = AbortSignal.timeout(timeout)
  const response = await fetch(`/healthz?nonce=${nonce}`, { cache: 'no-store', signal })
  const body: unknown = await response.json()
  return typeof body === 'object' && body !== null && 'nonce' in body && body.nonce === nonce
}

/**
 * The prefix of the caches of downloaded modules. Duplicated from `offline/downloaded-modules.ts`, because
 * the repair shares no file with the app.
 */
export const moduleCachePrefix = 'module-'

/** `offline`: nothing was removed, because nothing could be fetched in its place. */
export type RepairResult = 'done' | 'offline' | 'failed'

type RepairDeps = {
  caches: Pick<CacheStorage, 'keys' | 'delete'>
  workers: Pick<ServiceWorkerContainer, 'getRegistrations'> | undefined
  /** Whether the site's server responds, and not just some network. */
  isServerThere: () => Promise<boolean>
  /** Fetches a file of the site. */
  fetch: (url: string, init: RequestInit) => Promise<Response>
}

/**
 * Fetches the files that start the app, bypassing the browser's own cache. No program can clear that cache,
 * and it may hold a truncated script for a year. The app itself checks and refetches its other files.
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
  isServerThere,
  fetch,
}: RepairDeps): Promise<RepairResult> => {
  if (!(await isServerThere().catch(() => false))) return 'offline'
  try {
    // The service worker goes first: a running one could fill the caches again.
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
