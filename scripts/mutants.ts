import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import type { Mutant } from '../checks/mutants/mutant.ts'
import { mutants } from '../checks/mutants/mutants.ts'
import { ensureChromium } from './programs/chromium.ts'
import { root, toolWithin } from './product/processes.ts'

/**
 * `npm run mutants [words]` plants one fault after another and runs the tests that have to notice it. `words`
 * selects faults by name or file. Fails if no test notices a fault, unless the table says why. A verdict
 * stays valid until the files change.
 */
const words = process.argv.slice(2).join(' ')
const data = join(root, '.data', 'mutants')
const verdictsFile = join(data, 'verdicts.json')
const reportFile = join(data, 'report.json')
mkdirSync(data, { recursive: true })
process.env['CHROMIUM_PATH'] = await ensureChromium()

/** ms; a fault can put its tests in an endless loop, which counts as noticed */
const limit = 10 * 60_000

/** `by`: the title of the test that failed. `broken`: no test completed. */
const verdict = v.object({
  is: v.picklist(['killed', 'survived', 'broken']),
  by: v.optional(v.string()),
  of: v.string(),
})
type Verdict = v.InferOutput<typeof verdict>

const report = v.object({
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

/** Hashes what a verdict depends on: the fault, the file that contains it, and the tests. */
const basisOf = ({ file, from, to, tests }: Mutant): string => {
  const hash = createHash('sha256').update(JSON.stringify([from, to]))
  for (const path of [file, ...tests]) hash.update(readFileSync(join(root, path)))
  return hash.digest('hex')
}

const runTests = async (tests: readonly string[], mutant?: Mutant): Promise<Omit<Verdict, 'of'>> => {
  rmSync(reportFile, { force: true })
  process.env['MUTANT'] = mutant?.name ?? ''
  const config = ['--config', 'scripts/tests/mutants.config.ts', '--root', root]
  const output = ['--silent', '--reporter=json', `--outputFile=${reportFile}`]
  const options = ['--bail=1', '--retry=0', '--maxWorkers=1', ...config, ...output]
  const code = await toolWithin(mutant ? limit : 6 * limit, 'vitest', 'run', ...options, ...tests)
  if (code === undefined) return { is: 'killed', by: 'the tests did not come to an end' }
  const found = readJson(reportFile, report)
  const results = found?.testResults.flatMap(({ assertionResults }) => assertionResults) ?? []
  const failed = results.find(({ status }) => status === 'failed')
  if (failed) return { is: 'killed', by: failed.fullName }
  return { is: code === 0 && results.some(({ status }) => status === 'passed') ? 'survived' : 'broken' }
}

const verdicts = new Map(Object.entries(readJson(verdictsFile, v.record(v.string(), verdict)) ?? {}))
const chosen = mutants.filter(({ name, file }) => `${name} ${file}`.includes(words))
const pending = chosen.filter((mutant) => verdicts.get(mutant.name)?.of !== basisOf(mutant))

const testFiles = [...new Set(pending.flatMap(({ tests }) => tests))]
const baseline = testFiles.length === 0 ? undefined : await runTests(testFiles)
if (baseline && baseline.is !== 'survived') {
  console.error(`Without any mutant the tests do not pass: ${baseline.by ?? 'see above'}`)
  process.exit(1)
}

for (const mutant of pending) {
  const judged = await runTests(mutant.tests, mutant)
  verdicts.set(mutant.name, { ...judged, of: basisOf(mutant) })
  writeFileSync(verdictsFile, JSON.stringify(Object.fromEntries(verdicts), undefined, 2))
  console.log(`${judged.is.padEnd(9)} ${mutant.name}`)
}

const isWrong = ({ name, survives }: Mutant): boolean =>
  verdicts.get(name)?.is !== (survives === undefined ? 'killed' : 'survived')

console.table(
  chosen.map(({ name, file, survives }) => {
    const { is, by } = verdicts.get(name) ?? {}
    return { mutant: name, file, verdict: is, 'noticed by, or why not': by ?? survives ?? '–' }
  }),
)
const wrong = chosen.filter(isWrong)
console.log(`${chosen.length} mutants, ${wrong.length} not as they should be`)
process.exit(wrong.length === 0 ? 0 : 1)
