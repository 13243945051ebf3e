/** ms. Some networks drop every packet, and browsers report that only after minutes. */
const defaultTimeout = 15_000

/** Whether the site's own server responds, with every cache bypassed: only this server repeats the nonce. */
export const isServerThere = async ({
  fetch,
  nonce,
  timeout = defaultTimeout,
}: {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  nonce: string
  /** ms. */
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
export type Repaired = 'done' | 'offline' | 'failed'

type Deps = {
  caches: Pick<CacheStorage, 'keys' | 'delete'>
  workers: Pick<ServiceWorkerContainer, 'getRegistrations'> | undefined
  /** Whether the site's server responds, and not just some network. */
  isServerThere: () => Promise<boolean>
  /** Fetches a file of the site. */
  fetch: (address: string, init: RequestInit) => Promise<Response>
}

/**
 * Fetches the files that start the app, bypassing the browser's own cache. No program can clear that cache,
 * and it may hold half of a script for a year. The app checks and refetches the other files.
 */
const refresh = async (fetch: Deps['fetch']): Promise<void> => {
  const reload: RequestInit = { cache: 'reload' }
  // Any address of the app returns the same page.
  const page = await (await fetch('/app', { ...reload, headers: { Accept: 'text/html' } })).text()
  const files = [...page.matchAll(/\/assets\/[^"]+/g)].map(([address]) => address)
  await Promise.all(['/service-worker.js', ...files].map((address) => fetch(address, reload)))
}

/**
 * Removes the app's own caches and service workers from this device, so that the next start fetches
 * everything again. Never removes data: IndexedDB and the private file system are not touched, and downloaded
 * modules stay.
 */
export const repair = async ({ caches, workers, isServerThere, fetch }: Deps): Promise<Repaired> => {
  if (!(await isServerThere().catch(() => false))) return 'offline'
  try {
    // The service worker goes first: a running one could fill the caches again.
    const registrations = (await workers?.getRegistrations()) ?? []
    await Promise.all(registrations.map((registration) => registration.unregister()))
    const names = (await caches.keys()).filter((name) => !name.startsWith(moduleCachePrefix))
    await Promise.all(names.map((name) => caches.delete(name)))
    await refresh(fetch)
    return 'done'
  } catch {
    return 'failed'
  }
}
