/**
 * `npm run check` runs the checks that do not run the product. A failed check does not stop the others.
 * `--no-build` skips the build, for a run whose journeys build the app afterwards.
 */

import { loadEnvironment } from './product/environment.ts'
import { runToolInParallel, type Outcome } from './product/processes.ts'
import { installDeployPackages } from './programs/deploy-packages.ts'

type Check = [name: string, run: () => Promise<Outcome>]

const build: Check = [
  'build',
  () => runToolInParallel('vite', 'build', '--outDir', '.data/check', '--logLevel', 'error'),
]

const buildChecks = process.argv.includes('--no-build') ? [] : [build]

/** Lists of checks. The checks of a list run one after the other, and the lists at the same time. */
const parallelLists: Check[][] = [
  [
    // By default, the compiler has several checkers, each of which checks most of a project's types. One
    // checker needs half the processor time of two.
    ['types', () => runToolInParallel('tsc', '-b', '--force', '--checkers', '1')],
    ['types of deploy/', () => runToolInParallel('tsc', '-p', 'deploy', '--checkers', '1')],
    ['dead code', () => runToolInParallel('knip')],
  ],
  [
    ['format', () => runToolInParallel('oxfmt', '--check', '.')],
    ['lint', () => runToolInParallel('oxlint', '--type-aware')],
    ...buildChecks,
    ['imports, catalogues and documents', () => runToolInParallel('vitest', 'run', '--project', 'checks')],
  ],
]

/** The names of the failed checks. */
const failed: string[] = []

const runInSequence = async (checks: Check[]) => {
  for (const [name, run] of checks) {
    const { code, output } = await run()
    console.log(`\n— ${name}\n${output}`)
    if (code !== 0) failed.push(name)
  }
}

loadEnvironment()
// The linter and the compiler are Go programs that end before they run out of memory. Go's usual garbage
// collection would take a quarter of the linter's time; with 400, it runs less often.
process.env['GOGC'] ??= '400'
// The checks of `deploy/` need these packages.
if ((await installDeployPackages()) !== 0) failed.push('packages of deploy/')
await Promise.all(parallelLists.map(runInSequence))

if (failed.length > 0) {
  console.error(`\nnpm run check failed: ${failed.join(', ')}`)
  process.exit(1)
}
console.log('\nnpm run check: all in order')
