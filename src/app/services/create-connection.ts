import { createProductApiClient } from '../../contract/product-api-client.ts'
import { createStore } from '../../lib/create-store.ts'
import type { Browser } from '../../platform/create-browser.ts'
import { createConnectivity } from '../../platform/network/connectivity.ts'
import { createCorrectedClock } from '../../platform/network/corrected-clock.ts'
import { createDeviceId, createReplaceDevice } from '../../platform/storage/device-id.ts'

/**
 * Connects to the product API on the site's own origin. Its responses also show whether the server is
 * reachable, and the server's time.
 */
export const createConnection = (browser: Browser) => {
  const { database, newId, now } = browser
  const values = browser.keyValues('device')
  const isNewDevice = createStore(false)
  const clock = createCorrectedClock({ values, now })
  const connectivity = createConnectivity({
    fetch: clock.observe(browser.fetch),
    target: window,
    isBrowserOnline: browser.isOnline,
    newId,
    now,
  })
  return {
    deviceId: createDeviceId({
      database,
      // Earlier versions of the app stored the id here.
      earlier: values,
      randomId: newId,
      onCreated: () => isNewDevice.set(true),
    }),
    /** Whether this page created the id of the device, because the database had none. */
    isNewDevice,
    replaceDevice: createReplaceDevice({ database }),
    clock,
    connectivity,
    api: createProductApiClient({
      origin: '',
      fetch: connectivity.fetch,
      loadAdminApi: async () => (await import('../../contract/product-api/admin/admin-api.ts')).adminApi,
    }),
  }
}

/** The id of this device, and its connection to the server. */
export type Connection = ReturnType<typeof createConnection>
