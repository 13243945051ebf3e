/** The first of the ports; two runs on one machine need different ones. */
const first = Number(process.env['E2E_PORT_BASE'] ?? 18_080)
const port = (offset: number): string => String(first + offset)

/** Where the product under test runs: ports of its own, so that it does not meet a product that is already running. */
export const ports = {
  PORT: port(0),
  USER_POOL_PORT: port(1),
  OBJECT_STORE_PORT: port(2),
  MAILBOX_PORT: port(3),
  PERSON_SERVICES_PORT: port(4),
  FAULT_PROXY_PORT: port(5),
  SITE_PROXY_PORT: port(7),
  SCRIPTS_PORT: port(6),
  RELAY_PORT: port(8),
  METRICS_PORT: port(9),
}

const at = (port: string) => `http://localhost:${port}`

export const addresses = {
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
}

/** Emptied before every run. */
export const testData = '.data/e2e'
