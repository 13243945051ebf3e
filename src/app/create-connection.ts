import { createProductApiClient, type ProductApiClient } from '../contract/product-api-client.ts'
import { createClock, type Clock } from '../platform/clock.ts'
import { createConnectivity, type Connectivity } from '../platform/connectivity.ts'
import { readDeviceId } from '../platform/device.ts'
import { createKeyValues } from '../platform/key-values.ts'

/** What this device is to the server, and how it reaches it. */
export type Connection = {
  deviceId: () => Promise<string>
  clock: Clock
  connectivity: Connectivity
  api: ProductApiClient
}

/** The product API of our own origin; its answers also tell whether there is a connection, and what time it is. */
export const createConnection = (): Connection => {
  const values = createKeyValues('device')
  const clock = createClock({ values, now: Date.now })
  const connectivity = createConnectivity({
    fetch: clock.observe((url, init) => fetch(url, init)),
    target: window,
    browserOnline: () => navigator.onLine,
    probeUrl: '/healthz',
    now: Date.now,
  })
  return {
    deviceId: () => readDeviceId(values, () => crypto.randomUUID()),
    clock,
    connectivity,
    api: createProductApiClient({ origin: '', fetch: connectivity.fetch }),
  }
}
