import { installEngines, missingEngines } from './programs/engine-programs.ts'
import { tool } from './product/processes.ts'

/** Tests a coach's main job in the engines of all browsers. Installs missing engines if possible. */
installEngines()

const missing = missingEngines()
if (missing.length > 0) {
  for (const line of missing) console.error(line)
  process.exit(1)
}
process.exit(await tool('playwright', 'test', '--config', 'e2e', 'e2e/engines'))
