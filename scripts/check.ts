import { loadEnvironment } from './product/environment.ts'
import { installDeployPackages } from './programs/deploy-packages.ts'
import { toolAside, type Outcome } from './product/processes.ts'

type Part = [string, () => Promise<Outcome>]

const build: Part = [
  'build',
  () => toolAside('vite', 'build', '--outDir', '.data/check', '--logLevel', 'error'),
]

/** Who runs the journeys afterwards needs no second build: theirs is one. */
const builds = process.argv.includes('--no-build') ? [] : [build]

/** Everything that can be said of the code without running the product: two things at a time, and all of them even when one fails. */
const lanes: Part[][] = [
  [
    // Two checkers of one project look at most of its types twice: half of the processor's time for all of them.
    ['types', () => toolAside('tsc', '-b', '--force', '--checkers', '1')],
    ['types of deploy/', () => toolAside('tsc', '-p', 'deploy', '--checkers', '1')],
    ['dead code', () => toolAside('knip')],
  ],
  [
    ['format', () => toolAside('oxfmt', '--check', '.')],
    ['lint', () => toolAside('oxlint', '--type-aware')],
    ...builds,
    ['imports, catalogues and documents', () => toolAside('vitest', 'run', '--project', 'checks')],
  ],
]

loadEnvironment()
// Linter and compiler are Go programs that end before their garbage matters: collecting it took a quarter of the linter's time.
process.env['GOGC'] ??= '400'
const failed: string[] = []
// Without them nothing can be said of `deploy/`.
if ((await installDeployPackages()) !== 0) failed.push('packages of deploy/')
const check = async (lane: Part[]) => {
  for (const [name, part] of lane) {
    const { code, output } = await part()
    console.log(`\n— ${name}\n${output}`)
    if (code !== 0) failed.push(name)
  }
}
await Promise.all(lanes.map(check))

if (failed.length > 0) {
  console.error(`\nnpm run check failed: ${failed.join(', ')}`)
  process.exit(1)
}
console.log('\nnpm run check: all in order')
