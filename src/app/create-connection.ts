import { createProductApiClient, type ProductApiClient } from '../contract/product-api-client.ts'
import { headers } from '../contract/product-api.ts'
import { createClock, type Clock } from '../platform/network/clock.ts'
import { createConnectivity, type Connectivity } from '../platform/network/connectivity.ts'
import { createDeviceId } from '../session/device-id.ts'
import { echoProbe } from '../platform/network/echo-probe.ts'
import { createKeyValues } from '../platform/storage/key-values.ts'
import { createLocks } from '../platform/locks.ts'

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
    looksLikeOurs: (response) => response.headers.has(headers.requestId),
    probe: echoProbe,
    randomNonce: () => crypto.randomUUID(),
    now: Date.now,
  })
  return {
    deviceId: createDeviceId({
      values,
      locks: createLocks(navigator.locks),
      randomId: () => crypto.randomUUID(),
    }),
    clock,
    connectivity,
    api: createProductApiClient({ origin: '', fetch: connectivity.fetch }),
  }
}
