import { ensureChromium } from './programs/chromium.ts'
import { tool } from './product/processes.ts'

/** Journeys through the whole product: all of them, or those of the files and options that are given, which are Playwright's. */
process.env['CHROMIUM_PATH'] = await ensureChromium()
process.exit(await tool('playwright', 'test', '--config', 'e2e', ...process.argv.slice(2)))
