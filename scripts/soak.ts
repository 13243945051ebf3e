import { tool } from './product/processes.ts'

/** `npm run soak [lives] [seed]` plays many more random lives of the outbox and uploads than `npm test`. */
const [lives = '20000', seed] = process.argv.slice(2)
process.env['LIVES'] = lives
if (seed !== undefined) process.env['SEED'] = seed

const tests = [
  'src/outbox/exactly-once.test.ts',
  'src/workers/upload/queue/random-life.test.ts',
  'integration/exactly-once.test.ts',
]
let failed = 0
// Runs the tests one after the other, so that each prints its failures before the next begins.
for (const test of tests) failed += await tool('vitest', 'run', '--project', 'unit', '--retry=0', test)
process.exit(failed === 0 ? 0 : 1)
