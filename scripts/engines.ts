/**
 * `npm run engines` tests a coach's main tasks in the engines of all browsers. Installs missing engines if
 * possible.
 */

import { installEngines, missingEngines } from './programs/engine-programs.ts'
import { runTool } from './product/processes.ts'

installEngines()

const missing = missingEngines()
if (missing.length > 0) {
  for (const line of missing) console.error(line)
  process.exit(1)
}
process.exit(await runTool('playwright', 'test', '--config', 'e2e', 'e2e/engines'))
