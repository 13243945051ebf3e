/**
 * `npm run journeys` runs journeys through the whole product: all, or those that Playwright's arguments
 * select.
 */

import { runTool } from './product/processes.ts'
import { ensureChromium } from './programs/chromium.ts'

process.env['CHROMIUM_PATH'] = await ensureChromium()
process.exit(await runTool('playwright', 'test', '--config', 'e2e', ...process.argv.slice(2)))
