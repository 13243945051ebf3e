/**
 * `npm run bench` runs the benchmarks: the uploads on each network, then all others. Arguments select one
 * network, or one benchmark with its own arguments.
 */

import { rmSync } from 'node:fs'
import { addresses, ports } from '../e2e/system/addresses.ts'
import { loadEnvironment } from './product/environment.ts'
import { run } from './product/processes.ts'
import { startProduct } from './product/start-product.ts'
import { ensureChromium } from './programs/chromium.ts'

/** Benchmarks that start what they need themselves, such as `npm run bench sync-log`. */
const standAlone = ['sync-log', 'programme', 'delivery', 'fairness', 'fleet', 'first-visit']
/** Benchmarks that need 25 GB of storage, so they run only if an argument names them. */
const largeBenchmarks = ['growth']
const [name, ...benchmarkArguments] = process.argv.slice(2)
if (name !== undefined && [...standAlone, ...largeBenchmarks].includes(name))
  process.exit(await run([`e2e/bench/${name}.ts`, ...benchmarkArguments]))

const dataFolder = '.data/bench'
/**
 * Amplify uploads to a local object store only at this port. For every network except `loopback`, a proxy
 * that delays and limits the traffic listens here, and the store behind it has another port.
 */
const storagePort = '20005'
/** The origin of the page that compares the uploaders: `e2e/bench/uploads/bench-page.ts`. */
const benchPage = 'http://localhost:18096'

/** Measures the uploads on one network, with a product that has separate ports and data. */
const measure = async (network: string): Promise<number> => {
  process.env['OBJECT_STORE_PORT'] = network === 'loopback' ? storagePort : '20006'
  const product = await startProduct(process.env)
  console.log(`Measuring at ${addresses.site}, network: ${network}`)
  const exitCode = await run(['e2e/bench/uploads.ts', network, ...benchmarkArguments])
  await product.stop()
  return exitCode
}

rmSync(dataFolder, { recursive: true, force: true })
Object.assign(process.env, ports, {
  DATA: dataFolder,
  OUT_DIR: `${dataFolder}/dist`,
  STATIC_DIR: `${dataFolder}/dist`,
  VITE_STORAGE_ENDPOINT: `http://localhost:${storagePort}`,
  SITE_ORIGIN: `${addresses.site},${benchPage}`,
})
loadEnvironment()
process.env['CHROMIUM_PATH'] = await ensureChromium()

const networks = name === undefined ? ['loopback', 'fast', 'slow', 'buffered'] : [name]
let exitCode = 0
// After a failure, `||=` skips all further benchmarks.
for (const network of networks) exitCode ||= await measure(network)
rmSync(dataFolder, { recursive: true, force: true })
if (name === undefined)
  for (const benchmark of standAlone) exitCode ||= await run([`e2e/bench/${benchmark}.ts`])
process.exit(exitCode)
