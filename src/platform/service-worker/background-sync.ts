import * as v from 'valibot'

/** The tag of the service worker's `sync` event. */
export const syncTag = 'sync'

/** Background Sync is missing from TypeScript's DOM library, and from half of the browsers. */
const syncing = v.object({
  sync: v.object({ register: v.custom<(tag: string) => Promise<void>>((f) => typeof f === 'function') }),
})

/** Asks the browser to wake the service worker when there is a network, even when every tab is closed by then. */
export const requestBackgroundSync = async (
  container: Pick<ServiceWorkerContainer, 'ready'> | undefined,
): Promise<void> => {
  const registration: unknown = await container?.ready
  if (v.is(syncing, registration)) await registration.sync.register(syncTag)
}
