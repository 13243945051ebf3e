import { ensureChromium } from './programs/chromium.ts'
import { tool } from './product/processes.ts'

/** Runs journeys through the whole product: all of them, or those that Playwright's arguments select. */
process.env['CHROMIUM_PATH'] = await ensureChromium()
process.exit(await tool('playwright', 'test', '--config', 'e2e', ...process.argv.slice(2)))
