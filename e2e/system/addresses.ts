/** The first port of all; two runs on one machine need different ones. */
const base = Number(process.env['E2E_PORT_BASE'] ?? 18_080)

/** Which of the workers that run side by side this is, from 0; Playwright names it. Each has a product of its own. */
export const slot = Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)

/** The ports of a worker's product, so that it meets neither another one nor a product that is already running. */
export const portsOf = (slot: number) => {
  const port = (offset: number): string => String(base + 10 * slot + offset)
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

const at = (port: string) => `http://localhost:${port}`

export const addressesOf = (ports: ReturnType<typeof portsOf>) => ({
  site: at(ports.PORT),
  userPool: at(ports.USER_POOL_PORT),
  objectStore: at(ports.OBJECT_STORE_PORT),
  mailbox: at(ports.MAILBOX_PORT),
  personServices: at(ports.PERSON_SERVICES_PORT),
  scripts: at(ports.SCRIPTS_PORT),
  /** The site with the weather of `e2e/system/site-proxy.ts` before it. */
  siteProxy: at(ports.SITE_PROXY_PORT),
  /** The site behind `e2e/system/relay.ts`. */
  relay: at(ports.RELAY_PORT),
  /** Stands between the app and the object store. */
  faultProxy: at(ports.FAULT_PROXY_PORT),
  /** Where an operator reads what the server has measured. */
  metrics: `${at(ports.METRICS_PORT)}/metrics`,
})

export const ports = portsOf(slot)
export const addresses = addressesOf(ports)

/** Where the products of a run have their data; emptied before every run. */
export const testData = '.data/e2e'

/** Where a worker's product and the files of its journeys are. */
export const dataOf = (slot: number): string => `${testData}/product-${slot}`

/** The variable of the environment with the address of `keep-products.ts`. */
export const keeperVariable = 'E2E_PRODUCTS'
