/**
 * `npm run mutants [words]` tests the tests: it plants one fault after another (`checks/mutants/`) and runs
 * the tests that have to notice it. `words` selects faults by name or file. Fails if no test notices a fault,
 * unless the fault has a reason for that (`survives`). A verdict is reused until the fault, its file or its
 * tests change.
 */

import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import type { Mutant } from '../checks/mutants/mutant.ts'
import { mutants } from '../checks/mutants/mutants.ts'
import { root, runToolWithin } from './product/processes.ts'
import { ensureChromium } from './programs/chromium.ts'

const words = process.argv.slice(2).join(' ')
const dataFolder = join(root, '.data', 'mutants')
const verdictsFile = join(dataFolder, 'verdicts.json')
const reportFile = join(dataFolder, 'report.json')
mkdirSync(dataFolder, { recursive: true })
process.env['CHROMIUM_PATH'] = await ensureChromium()

/** A fault can cause an endless loop. Tests that exceed this limit have noticed the fault. */
const timeLimitMs = 10 * 60_000

const verdictSchema = v.object({
  /** `killed`: a test failed. `survived`: all tests passed. `broken`: no test completed. */
  is: v.picklist(['killed', 'survived', 'broken']),
  /** The title of the test that failed. */
  by: v.optional(v.string()),
  /** The hash of what the verdict depends on. */
  of: v.string(),
})
type Verdict = v.InferOutput<typeof verdictSchema>

const reportSchema = v.object({
  numTotalTests: v.number(),
  testResults: v.array(
    v.object({ assertionResults: v.array(v.object({ status: v.string(), fullName: v.string() })) }),
  ),
})

const readJson = <T>(path: string, schema: v.GenericSchema<unknown, T>): T | undefined => {
  try {
    return v.parse(schema, JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return undefined
  }
}

/**
 * Hashes what the verdict of a fault depends on: the fault itself, the file that contains it, and its tests.
 * The hash is the field `of` of the verdict.
 */
const hashBasis = ({ file, from, to, tests }: Mutant): string => {
  const hash = createHash('sha256').update(JSON.stringify([from, to]))
  for (const path of [file, ...tests]) hash.update(readFileSync(join(root, path)))
  return hash.digest('hex')
}

/** Runs tests, with a fault or without one. Resolves to their verdict. */
const runTests = async (tests: readonly string[], mutant?: Mutant): Promise<Omit<Verdict, 'of'>> => {
  rmSync(reportFile, { force: true })
  process.env['MUTANT'] = mutant?.name ?? ''
  const config = ['--config', 'scripts/tests/mutants.config.ts', '--root', root]
  const output = ['--silent', '--reporter=json', `--outputFile=${reportFile}`]
  const options = ['--bail=1', '--retry=0', '--maxWorkers=1', ...config, ...output]
  // Without a mutant, the tests of all mutants run together, so the limit is longer.
  const code = await runToolWithin(
    mutant ? timeLimitMs : 6 * timeLimitMs,
    'vitest',
    'run',
    ...options,
    ...tests,
  )
  if (code === undefined) return { is: 'killed', by: 'the tests did not come to an end' }
  const report = readJson(reportFile, reportSchema)
  const results = report?.testResults.flatMap(({ assertionResults }) => assertionResults) ?? []
  const failed = results.find(({ status }) => status === 'failed')
  if (failed) return { is: 'killed', by: failed.fullName }
  const hasPassed = code === 0 && results.some(({ status }) => status === 'passed')
  return { is: hasPassed ? 'survived' : 'broken' }
}

const verdicts = new Map(Object.entries(readJson(verdictsFile, v.record(v.string(), verdictSchema)) ?? {}))
const selection = mutants.filter(({ name, file }) => `${name} ${file}`.includes(words))
const pending = selection.filter((mutant) => verdicts.get(mutant.name)?.of !== hashBasis(mutant))

// Without a fault, the tests must pass, so their verdict must be `survived`.
const testFiles = [...new Set(pending.flatMap(({ tests }) => tests))]
const baseline = testFiles.length === 0 ? undefined : await runTests(testFiles)
if (baseline && baseline.is !== 'survived') {
  console.error(`The tests fail without any mutant: ${baseline.by ?? 'see above'}`)
  process.exit(1)
}

for (const mutant of pending) {
  const verdict = await runTests(mutant.tests, mutant)
  verdicts.set(mutant.name, { ...verdict, of: hashBasis(mutant) })
  writeFileSync(verdictsFile, JSON.stringify(Object.fromEntries(verdicts), undefined, 2))
  console.log(`${verdict.is.padEnd(9)} ${mutant.name}`)
}

const isUnexpected = ({ name, survives }: Mutant): boolean =>
  verdicts.get(name)?.is !== (survives === undefined ? 'killed' : 'survived')

console.table(
  selection.map(({ name, file, survives }) => {
    const { is, by } = verdicts.get(name) ?? {}
    return { mutant: name, file, verdict: is, 'noticed by, or why not': by ?? survives ?? '–' }
  }),
)
const unexpected = selection.filter(isUnexpected)
console.log(`${selection.length} mutants, ${unexpected.length} not as they should be`)
process.exit(unexpected.length === 0 ? 0 : 1)
