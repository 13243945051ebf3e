/** The first port. Two runs on one machine need different values. */
const firstPort = Number(process.env['E2E_PORT_BASE'] ?? 18_080)

/** The index of this parallel worker, from 0, set by Playwright. Each worker has its own product. */
export const slot = Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)

/** The ports of a worker's product, free of conflicts with other workers and with a running product. */
export const getPorts = (slot: number) => {
  const port = (offset: number): string => String(firstPort + 10 * slot + offset)
  return {
    PORT: port(0),
    USER_POOL_PORT: port(1),
    OBJECT_STORE_PORT: port(2),
    MAILBOX_PORT: port(3),
    PERSON_SERVICES_PORT: port(4),
    FAULT_PROXY_PORT: port(5),
    SCRIPTS_PORT: port(6),
    SITE_PROXY_PORT: port(7),
    RELAY_PORT: port(8),
    METRICS_PORT: port(9),
  }
}

const toOrigin = (port: string) => `http://localhost:${port}`

export const toAddresses = (ports: ReturnType<typeof getPorts>) => ({
  site: toOrigin(ports.PORT),
  userPool: toOrigin(ports.USER_POOL_PORT),
  objectStore: toOrigin(ports.OBJECT_STORE_PORT),
  mailbox: toOrigin(ports.MAILBOX_PORT),
  personServices: toOrigin(ports.PERSON_SERVICES_PORT),
  scripts: toOrigin(ports.SCRIPTS_PORT),
  /** The site behind the simulated network of `e2e/system/site-proxy.ts`. */
  siteProxy: toOrigin(ports.SITE_PROXY_PORT),
  /** The site behind `e2e/system/relay.ts`. */
  relay: toOrigin(ports.RELAY_PORT),
  /** The proxy between the app and the object store. */
  faultProxy: toOrigin(ports.FAULT_PROXY_PORT),
  /** The server's metrics for operators. */
  metrics: `${toOrigin(ports.METRICS_PORT)}/metrics`,
})

export const ports = getPorts(slot)
export const addresses = toAddresses(ports)

/** The folder with the data of a run's products, emptied before every run. */
export const testData = '.data/e2e'

/** The folder of a worker's product and the files of its journeys. */
export const getDataFolder = (slot: number): string => `${testData}/product-${slot}`

/** The environment variable with the address of the server of `keep-products.ts`, which starts products. */
export const keeperVariable = 'E2E_PRODUCTS'
