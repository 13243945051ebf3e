import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root, run, runTool } from '../product/processes.ts'
import { ensureChromium } from '../programs/chromium.ts'
import { summariseResults, type NotableTest } from './test-results.ts'

const reportFolder = join(root, '.data', 'test-reports')

const createVitestPart = (project: 'unit' | 'operations' | 'browser') => () =>
  runTool(
    'vitest',
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportFolder}/${project}.json`,
  )

/** Returns a part that runs the journeys that Playwright's arguments select. */
const createPlaywrightPart =
  (...selection: string[]) =>
  () => {
    process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] = `${reportFolder}/journeys.json`
    return runTool('playwright', 'test', '--config', 'e2e', '--reporter=list,json', ...selection)
  }

const parts = {
  // The journeys build the app.
  check: () => run(['scripts/run.js', 'check', '--no-build']),
  infrastructure: () => run(['scripts/run.js', 'deploy-check']),
  unit: createVitestPart('unit'),
  operations: createVitestPart('operations'),
  browser: createVitestPart('browser'),
  promises: createPlaywrightPart('--grep', '@promise'),
  journeys: createPlaywrightPart(),
} as const satisfies Record<string, () => Promise<number>>

const readReport = (name: string): unknown => {
  try {
    return JSON.parse(readFileSync(join(reportFolder, `${name}.json`), 'utf8'))
  } catch {
    return undefined
  }
}

const printTests = (title: string, tests: readonly NotableTest[]) => {
  const lines = tests.flatMap(({ name, reason }) => [`  ${name}`, ...reason.map((line) => `      ${line}`)])
  if (lines.length > 0) console.error(`\n${title}:\n${lines.join('\n')}`)
}

/**
 * Runs parts of the tests one after the other. A failed part does not stop the others. Prints the tests that
 * failed and the tests that needed a second attempt, with the reasons, and the lines of `notTested` about
 * what this machine could not test. Does not start another part after `signal` was aborted. Returns the exit
 * code.
 */
export const runParts = async (
  command: string,
  names: readonly (keyof typeof parts)[],
  { signal, notTested = [] }: { signal?: AbortSignal; notTested?: readonly string[] } = {},
): Promise<number> => {
  rmSync(reportFolder, { recursive: true, force: true })
  mkdirSync(reportFolder, { recursive: true })
  // Without a character set, Chromium does not recognise the type of a file whose name contains an emoji.
  if (!['LC_ALL', 'LC_CTYPE', 'LANG'].some((name) => process.env[name])) process.env['LC_ALL'] = 'C.UTF-8'
  process.env['CHROMIUM_PATH'] = await ensureChromium()

  const failed: string[] = []
  for (const name of names) {
    if (signal?.aborted) return 1
    const startedAt = performance.now()
    console.log(`\n=== ${name}`)
    if ((await parts[name]()) !== 0) failed.push(name)
    console.log(`=== ${name}: ${Math.round((performance.now() - startedAt) / 1000)} s`)
  }

  const results = summariseResults(['unit', 'operations', 'browser', 'journeys'].map(readReport))
  printTests('Flaky, passed at the second try only', results.flaky)
  printTests('Failed', results.failed)
  for (const line of notTested) console.log(`\n${line}`)
  if (failed.length > 0) console.error(`\n${command} failed: ${failed.join(', ')}`)
  // A part such as `check` fails without a failed test, so the larger number counts.
  console.log(`\n${results.passed} passed, ${Math.max(results.failed.length, failed.length)} failed`)
  return failed.length > 0 ? 1 : 0
}
