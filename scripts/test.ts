import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureChromium } from './programs/chromium.ts'
import { installEngines, missingEngines } from './programs/engine-programs.ts'
import { findOlderRelease } from './rehearsal/older-release.ts'
import { root, run, tool } from './product/processes.ts'
import { startTestPostgres } from './programs/test-postgres.ts'
import { resultsOf } from './tests/test-results.ts'
import { withPostgres } from './programs/with-postgres.ts'

/** The whole proof: the checks, the tests in Node (on PGlite and PostgreSQL), in a browser, and of the whole product. */
const reports = join(root, '.data', 'test-reports')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

// Where the machine names no character set, Chromium does not know the type of a file whose name has an emoji.
if (!['LC_ALL', 'LC_CTYPE', 'LANG'].some((name) => process.env[name])) process.env['LC_ALL'] = 'C.UTF-8'
process.env['CHROMIUM_PATH'] = await ensureChromium()
// Nobody waits there for a browser more.
if (process.env['CI'] !== undefined) installEngines()

const vitest = (name: 'unit' | 'browser') =>
  tool(
    'vitest',
    'run',
    '--project',
    name,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reports}/${name}.json`,
  )

const playwright = () => {
  process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] = `${reports}/e2e.json`
  return tool('playwright', 'test', '--config', 'e2e', '--reporter=list,json')
}

const parts: [string, () => Promise<number>][] = [
  ['check', () => run(['scripts/run.js', 'check'])],
  ['infrastructure', () => run(['scripts/run.js', 'deploy-check'])],
  ['unit', () => vitest('unit')],
  ['browser', () => vitest('browser')],
  ['e2e', playwright],
]

const failed: string[] = []
await withPostgres(startTestPostgres, async (postgres, stopped) => {
  if ('url' in postgres) process.env['TEST_DATABASE_URL'] = postgres.url
  else console.log(`The server's tests run on PGlite only: ${postgres.skipped}`)
  for (const [name, part] of parts) {
    if (stopped.aborted) return
    const before = performance.now()
    console.log(`\n=== ${name}`)
    if ((await part()) !== 0) failed.push(name)
    console.log(`=== ${name}: ${Math.round((performance.now() - before) / 1000)} s`)
  }
})

const read = (name: string): unknown => {
  try {
    return JSON.parse(readFileSync(join(reports, `${name}.json`), 'utf8'))
  } catch {
    return undefined
  }
}

const results = resultsOf(['unit', 'browser', 'e2e'].map(read))
const list = (title: string, names: readonly string[]) => {
  if (names.length > 0) console.error(`\n${title}:\n${names.map((name) => `  ${name}`).join('\n')}`)
}
list('Flaky, passed at the second try only', results.flaky)
list('Failed', results.failed)
for (const line of missingEngines()) console.log(`\n${line} (\`npm run engines\` installs and runs them all)`)
const older = findOlderRelease()
if ('skipped' in older) console.log(`\nThe older release's server was not tested. ${older.skipped}`)
if (failed.length > 0) console.error(`\nnpm test failed: ${failed.join(', ')}`)
console.log(`\n${results.passed} passed, ${Math.max(results.failed.length, failed.length)} failed`)
process.exit(failed.length > 0 ? 1 : 0)
