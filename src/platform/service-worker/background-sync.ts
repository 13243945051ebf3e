import * as v from 'valibot'

/** The tag of the service worker's `sync` event. */
export const syncTag = 'sync'

/** Background Sync. TypeScript's DOM library does not define it, because only Chromium supports it. */
const syncRegistrationSchema = v.object({
  sync: v.object({
    register: v.custom<(tag: string) => Promise<void>>((value) => typeof value === 'function'),
  }),
})

/** Asks the browser to wake the service worker when there is a network, even after all tabs are closed. */
export const requestBackgroundSync = async (
  container: Pick<ServiceWorkerContainer, 'ready'> | undefined,
): Promise<void> => {
  const registration: unknown = await container?.ready
  if (v.is(syncRegistrationSchema, registration)) await registration.sync.register(syncTag)
}
