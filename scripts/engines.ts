import { installEngines, missingEngines } from './programs/engine-programs.ts'
import { tool } from './product/processes.ts'

/** The main job of a coach in the engines of all browsers; what is missing here is installed, where that is possible. */
installEngines()

const missing = missingEngines()
if (missing.length > 0) {
  for (const line of missing) console.error(line)
  process.exit(1)
}
process.exit(await tool('playwright', 'test', '--config', 'e2e', 'e2e/engines'))
