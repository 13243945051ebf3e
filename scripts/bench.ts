import { rmSync } from 'node:fs'
import { addresses, ports } from '../e2e/product.ts'
import { ensureChromium } from './chromium.ts'
import { loadEnvironment } from './environment.ts'
import { run } from './processes.ts'
import { startProduct } from './product.ts'

/** Runs the product on ports and data of its own, and measures against it. */
const data = '.data/bench'
rmSync(data, { recursive: true, force: true })
Object.assign(process.env, ports, { DATA: data, OUT_DIR: `${data}/dist`, STATIC_DIR: `${data}/dist` })
loadEnvironment()
process.env['CHROMIUM_PATH'] = await ensureChromium()

const product = await startProduct()
console.log(`Measuring at ${addresses.site}`)
const exitCode = await run(['bench/uploads.ts'])
await product.stop()
rmSync(data, { recursive: true, force: true })
process.exit(exitCode)
