/**
 * `npm run soak [lives] [seed]` runs the random tests of the outbox and of uploads with many more lives than
 * `npm test`. A life is a random sequence of actions and faults from the first start of a device.
 */

import { runTool } from './product/processes.ts'

const [lives = '20000', seed] = process.argv.slice(2)
process.env['LIVES'] = lives
if (seed !== undefined) process.env['SEED'] = seed

const tests = [
  'src/outbox/exactly-once.test.ts',
  'src/workers/upload/queue/random-life.test.ts',
  'integration/exactly-once.test.ts',
]
let codeSum = 0
// Runs the tests one after the other, so that each prints its failures before the next begins. The sum is 0
// only if every exit code is 0.
for (const test of tests) codeSum += await runTool('vitest', 'run', '--project', 'unit', '--retry=0', test)
process.exit(codeSum === 0 ? 0 : 1)
