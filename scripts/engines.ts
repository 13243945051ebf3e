/**
 * `npm run engines` tests a coach's main tasks in the engines of all browsers. Installs missing engines if
 * this process is root on Debian.
 */

import { runTool } from './product/processes.ts'
import { installEngines, listMissingEngines } from './programs/engine-programs.ts'

installEngines()

const missingEngines = listMissingEngines()
if (missingEngines.length > 0) {
  for (const line of missingEngines) console.error(line)
  process.exit(1)
}
process.exit(await runTool('playwright', 'test', '--config', 'e2e', 'e2e/engines'))
