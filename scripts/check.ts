import { loadEnvironment } from './product/environment.ts'
import { installDeployPackages } from './programs/deploy-packages.ts'
import { tool } from './product/processes.ts'

type Part = [string, () => Promise<number>]

const build: Part = ['build', () => tool('vite', 'build', '--outDir', '.data/check', '--logLevel', 'error')]

/** Who runs the journeys afterwards needs no second build: theirs is one. */
const builds = process.argv.includes('--no-build') ? [] : [build]

/** Everything that can be said of the code without running the product; all of it, even when a part fails. */
const parts: Part[] = [
  // Without them nothing can be said of `deploy/`.
  ['packages of deploy/', installDeployPackages],
  ['format', () => tool('oxfmt', '--check', '.')],
  ['lint', () => tool('oxlint', '--type-aware')],
  ...builds,
  // Two checkers of one project look at most of its types twice: half of the processor's time for all of them.
  ['types', () => tool('tsc', '-b', '--force', '--checkers', '1')],
  ['types of deploy/', () => tool('tsc', '-p', 'deploy', '--checkers', '1')],
  ['dead code', () => tool('knip')],
  ['imports, catalogues and documents', () => tool('vitest', 'run', '--project', 'checks')],
]

loadEnvironment()
// Linter and compiler are Go programs that end before their garbage matters: collecting it took a quarter of the linter's time.
process.env['GOGC'] ??= '400'
const failed: string[] = []
for (const [name, part] of parts) {
  console.log(`\n— ${name}`)
  if ((await part()) !== 0) failed.push(name)
}

if (failed.length > 0) {
  console.error(`\nnpm run check failed: ${failed.join(', ')}`)
  process.exit(1)
}
console.log('\nnpm run check: all in order')
