import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startService } from '../../scripts/product/processes.ts'
import { startProduct } from '../../scripts/product/start-product.ts'
import { prepareData } from '../../server/testing/prepare-data.ts'
import { keeperVariable } from './addresses.ts'
import { createEnvironment } from './product-environment.ts'

/** A product and its proxies. */
type RunningProduct = { stop: () => Promise<unknown>; ended: Promise<unknown> }

/** Starts the product of a slot, which is the index of a parallel worker of Playwright. */
const start = async (slot: number): Promise<RunningProduct> => {
  const env = createEnvironment(slot)
  const { DATA_DIR = '', SANDBOX_DATA = '' } = env
  for (const folder of [DATA_DIR, SANDBOX_DATA]) rmSync(folder, { recursive: true, force: true })
  // A server without data takes seconds to start, and another test covers that.
  await prepareData(DATA_DIR)
  const product = await startProduct(env, { isBuilt: true })
  const proxies = await startService('e2e/system/fault-proxy.ts', env).catch(async (error: unknown) => {
    await product.stop()
    throw error
  })
  return {
    stop: () => Promise.all([product.stop(), proxies.stop()]),
    ended: Promise.race([product.ended, proxies.ended]),
  }
}

/**
 * Starts a server that starts the product of a slot at the first request for it, and keeps it for the whole
 * run. Playwright starts new workers for each project, and a product takes longer to start than many journeys
 * take. Resolves with a function that stops the products.
 */
export const keepProducts = async (): Promise<() => Promise<void>> => {
  const products = new Map<number, Promise<RunningProduct>>()

  const discard = async (slot: number): Promise<void> => {
    const product = products.get(slot)
    products.delete(slot)
    await (await product)?.stop()
  }
  const ensureStarted = async (slot: number): Promise<void> => {
    const existing = products.get(slot)
    if (existing) return void (await existing)
    const startPromise = start(slot)
    products.set(slot, startPromise)
    // After the product has ended or could not start, the next request starts another one.
    const forget = () => products.get(slot) === startPromise && products.delete(slot)
    startPromise.then(({ ended }) => ended).then(forget, forget)
    await startPromise
  }

  const server = createServer((request, response) => {
    const slot = Number(request.url?.slice(1))
    const work = request.method === 'DELETE' ? discard(slot) : ensureStarted(slot)
    work.then(
      () => response.end(),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  process.env[keeperVariable] = `http://127.0.0.1:${port}`
  return async () => {
    server.close()
    await Promise.all([...products.keys()].map(discard))
  }
}
