import { rmSync } from 'node:fs'
import { test as base } from '@playwright/test'
import { productEnvironment } from '../../scripts/product/environment.ts'
import { startService, type Environment } from '../../scripts/product/processes.ts'
import { startProduct } from '../../scripts/product/product.ts'
import { compileCache } from '../../server/testing/compile-cache.ts'
import { prepareData } from '../../server/testing/prepare-data.ts'
import { addressesOf, dataOf, portsOf, slot } from './addresses.ts'

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

const start = async (env: Environment) => {
  const { DATA_DIR = '', SANDBOX_DATA = '' } = env
  for (const folder of [DATA_DIR, SANDBOX_DATA]) rmSync(folder, { recursive: true, force: true })
  // A server that begins with nothing takes seconds, which are a test of their own.
  await prepareData(DATA_DIR)
  const product = await startProduct(env, { isBuilt: true })
  const proxies = await startService('e2e/system/fault-proxy.ts', env)
  return () => Promise.all([product.stop(), proxies.stop()])
}

/**
 * The root of every journey: a worker has a whole product of its own, with nothing stored, that no other worker's journeys meet.
 * `e2e/system/build-products.ts` has built its app.
 */
export const test = base.extend<object, { product: void }>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads there which fixtures it needs
    async ({}, use) => {
      const stop = await start(environmentOf(slot))
      await use()
      await stop()
    },
    { scope: 'worker', auto: true, timeout: 120_000 },
  ],
})
