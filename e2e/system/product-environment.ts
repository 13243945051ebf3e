import { productEnvironment } from '../../scripts/product/environment.ts'
import type { Environment } from '../../scripts/product/processes.ts'
import { compileCache } from '../../server/testing/compile-cache.ts'
import { addressesOf, dataOf, portsOf } from './addresses.ts'

const socialPages = Object.fromEntries(
  ['facebook', 'instagram', 'twitter', 'youtube'].map((name) => [
    name,
    `https://${name}.example/breaking-barriers`,
  ]),
)

/** The environment of the product that a worker has, started as a newcomer starts it, on ports and data of its own. */
export const environmentOf = (slot: number): Environment => {
  const ports = portsOf(slot)
  const { site, siteProxy, relay, faultProxy } = addressesOf(ports)
  const folder = dataOf(slot)
  return productEnvironment({
    ...process.env,
    ...compileCache,
    ...ports,
    // Whose the proxies are.
    TEST_PARALLEL_INDEX: String(slot),
    // All these coaches come from one address.
    LOGINS_PER_MINUTE: '1000',
    DATA: folder,
    OUT_DIR: `${folder}/dist`,
    STATIC_DIR: `${folder}/dist`,
    VITE_STORAGE_ENDPOINT: faultProxy,
    SITE_ORIGIN: [site, siteProxy, relay].join(','),
    // The longest row that a footer has.
    VITE_SOCIAL_LINKS: JSON.stringify(
      Object.fromEntries(['pt', 'en', 'es'].map((code) => [code, socialPages])),
    ),
  })
}
