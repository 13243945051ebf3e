/**
 * The caches of downloaded modules, as in `offline/downloaded-modules.ts` and written down again: what repairs the app
 * shares no file with it.
 */
export const moduleCachePrefix = 'module-'

/** `offline`: nothing was removed, because nothing could be fetched in its place. */
export type Repaired = 'done' | 'offline' | 'failed'

type Deps = {
  caches: Pick<CacheStorage, 'keys' | 'delete'>
  workers: Pick<ServiceWorkerContainer, 'getRegistrations'> | undefined
  /** Whether our server is there, and not only some network. */
  isServerThere: () => Promise<boolean>
  /** A file of the site. */
  fetch: (address: string, init: RequestInit) => Promise<Response>
}

/**
 * Fetches what starts the app past the browser's own cache, which no program can clear: it may hold half of a script for
 * a year. The rest is checked and fetched again by the app.
 */
const refresh = async (fetch: Deps['fetch']): Promise<void> => {
  const anew: RequestInit = { cache: 'reload' }
  // Any address of the app: its page is the same.
  const page = await (await fetch('/app', { ...anew, headers: { Accept: 'text/html' } })).text()
  const files = [...page.matchAll(/\/assets\/[^"]+/g)].map(([address]) => address)
  await Promise.all(['/service-worker.js', ...files].map((address) => fetch(address, anew)))
}

/**
 * Removes what the app itself caches on this device, so that the next start fetches it again: caches and service
 * workers. Never data: IndexedDB and the private file system are not touched, and downloaded modules stay.
 */
export const repair = async ({ caches, workers, isServerThere, fetch }: Deps): Promise<Repaired> => {
  if (!(await isServerThere().catch(() => false))) return 'offline'
  try {
    // First the worker: a living one could fill the caches again.
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
