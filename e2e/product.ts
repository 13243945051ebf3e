/** Where the product under test runs: ports of its own, so that it does not meet a product that is already running. */
export const ports = {
  PORT: '18080',
  USER_POOL_PORT: '18081',
  OBJECT_STORE_PORT: '18082',
  MAILBOX_PORT: '18083',
  PERSON_SERVICES_PORT: '18084',
  FAULT_PROXY_PORT: '18085',
}

const at = (port: string) => `http://localhost:${port}`

export const addresses = {
  site: at(ports.PORT),
  userPool: at(ports.USER_POOL_PORT),
  objectStore: at(ports.OBJECT_STORE_PORT),
  mailbox: at(ports.MAILBOX_PORT),
  /** Stands between the app and the object store. */
  faultProxy: at(ports.FAULT_PROXY_PORT),
}

/** Emptied before every run. */
export const testData = '.data/e2e'
