import { createProductEnvironment } from '../../scripts/product/environment.ts'
import type { Environment } from '../../scripts/product/processes.ts'
import { compileCache } from '../../server/testing/compile-cache.ts'
import { toAddresses, getDataFolder, getPorts } from './addresses.ts'

const socialPages = Object.fromEntries(
  ['facebook', 'instagram', 'twitter', 'youtube'].map((name) => [
    name,
    `https://${name}.example/breaking-barriers`,
  ]),
)

/** Creates the environment of a worker's product: that of `npm start`, but with separate ports and data. */
export const createEnvironment = (slot: number): Environment => {
  const ports = getPorts(slot)
  const { site, siteProxy, relay, faultProxy } = toAddresses(ports)
  const folder = getDataFolder(slot)
  return createProductEnvironment({
    ...process.env,
    ...compileCache,
    ...ports,
    // The worker to which the proxies belong.
    TEST_PARALLEL_INDEX: String(slot),
    // All test coaches share one address.
    LOGINS_PER_MINUTE: '1000',
    DATA: folder,
    OUT_DIR: `${folder}/dist`,
    STATIC_DIR: `${folder}/dist`,
    VITE_STORAGE_ENDPOINT: faultProxy,
    HOSTED_POOLS: 'NZ',
    SITE_ORIGIN: [site, siteProxy, relay].join(','),
    // The longest possible row of links in a footer.
    VITE_SOCIAL_LINKS: JSON.stringify(
      Object.fromEntries(['pt', 'en', 'es'].map((code) => [code, socialPages])),
    ),
  })
}
