import { rmSync } from 'node:fs'
import { addresses, ports } from '../e2e/system/addresses.ts'
import { ensureChromium } from './programs/chromium.ts'
import { loadEnvironment } from './product/environment.ts'
import { run } from './product/processes.ts'
import { startProduct } from './product/product.ts'

/** Benchmarks that start what they need themselves: `npm run bench sync-log`. */
const standAlone = ['sync-log', 'programme', 'delivery', 'fairness', 'fleet', 'first-visit']
/** Takes 25 GB of disk, so it runs only when named. */
const large = ['growth']
const [chosen = ''] = process.argv.slice(2)
if ([...standAlone, ...large].includes(chosen))
  process.exit(await run([`e2e/bench/${chosen}.ts`, ...process.argv.slice(3)]))

const data = '.data/bench'
/** Amplify's upload reaches a local store only at this port. The line of a shaped network listens here. */
const storePort = '20005'
/** The page with the uploaders to compare: `e2e/bench/uploads/bench-page.ts`. */
const benchPage = 'http://localhost:18096'

/** Runs the product on separate ports and data, and measures one network. */
const measure = async (network: string): Promise<number> => {
  process.env['OBJECT_STORE_PORT'] = network === 'loopback' ? storePort : '20006'
  const product = await startProduct(process.env)
  console.log(`Measuring at ${addresses.site}, network: ${network}`)
  const exitCode = await run(['e2e/bench/uploads.ts', network, ...process.argv.slice(3)])
  await product.stop()
  return exitCode
}

rmSync(data, { recursive: true, force: true })
Object.assign(process.env, ports, {
  DATA: data,
  OUT_DIR: `${data}/dist`,
  STATIC_DIR: `${data}/dist`,
  VITE_STORAGE_ENDPOINT: `http://localhost:${storePort}`,
  SITE_ORIGIN: `${addresses.site},${benchPage}`,
})
loadEnvironment()
process.env['CHROMIUM_PATH'] = await ensureChromium()

const named = process.argv[2]
let exitCode = 0
for (const network of named === undefined ? ['loopback', 'fast', 'slow', 'buffered'] : [named])
  exitCode ||= await measure(network)
rmSync(data, { recursive: true, force: true })
if (named === undefined) for (const name of standAlone) exitCode ||= await run([`e2e/bench/${name}.ts`])
process.exit(exitCode)
