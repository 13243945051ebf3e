import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startService } from '../../scripts/product/processes.ts'
import { startProduct } from '../../scripts/product/product.ts'
import { prepareData } from '../../server/testing/prepare-data.ts'
import { keeperVariable } from './addresses.ts'
import { createEnvironment } from './product-environment.ts'

type Running = { stop: () => Promise<unknown>; ended: Promise<unknown> }

const start = async (slot: number): Promise<Running> => {
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
 * Keeps the products of a run, each from the first request for its slot. Playwright starts new workers for
 * each project, and a product takes longer to start than many journeys. Resolves with a function that stops
 * the products.
 */
export const keepProducts = async (): Promise<() => Promise<void>> => {
  const products = new Map<number, Promise<Running>>()

  const forget = async (slot: number): Promise<void> => {
    const product = products.get(slot)
    products.delete(slot)
    await (await product)?.stop()
  }
  const keep = async (slot: number): Promise<void> => {
    const known = products.get(slot)
    if (known) return void (await known)
    const starting = start(slot)
    products.set(slot, starting)
    const lose = () => products.get(slot) === starting && products.delete(slot)
    starting.then(({ ended }) => ended).then(lose, lose)
    await starting
  }

  const server = createServer((request, response) => {
    const slot = Number(request.url?.slice(1))
    const done = request.method === 'DELETE' ? forget(slot) : keep(slot)
    done.then(
      () => response.end(),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  process.env[keeperVariable] = `http://127.0.0.1:${port}`
  return async () => {
    server.close()
    await Promise.all([...products.keys()].map(forget))
  }
}
