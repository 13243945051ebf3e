import { loadEnvironment } from './product/environment.ts'
import { installDeployPackages } from './programs/deploy-packages.ts'
import { toolAside, type Outcome } from './product/processes.ts'

type Part = [string, () => Promise<Outcome>]

const build: Part = [
  'build',
  () => toolAside('vite', 'build', '--outDir', '.data/check', '--logLevel', 'error'),
]

/** `--no-build` skips the build, because the journeys that run afterwards build the app. */
const builds = process.argv.includes('--no-build') ? [] : [build]

/** Checks that do not run the product. Two lanes run in parallel. A failed check does not stop the others. */
const lanes: Part[][] = [
  [
    // With two checkers, both check most of a project's types. One checker halves the processor time.
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
// The linter and the compiler are Go programs that end before their garbage matters. Garbage collection took
// a quarter of the linter's time.
process.env['GOGC'] ??= '400'
const failed: string[] = []
// The checks of `deploy/` need these packages.
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
