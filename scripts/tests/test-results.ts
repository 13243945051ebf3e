import { stripVTControlCharacters } from 'node:util'
import * as v from 'valibot'

/** A test that needs attention, with the first lines of its first failure. */
export type TestToSee = { name: string; why: readonly string[] }

/** The results of a test run. Tests in `flaky` passed only at their second try. */
export type TestResults = { passed: number; failed: readonly TestToSee[]; flaky: readonly TestToSee[] }

/** Lines; enough for the expected value, its place, and a short diff of the received value. */
const maxReasonLines = 12

const beginningOf = (message = ''): string[] =>
  stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, maxReasonLines)

const vitestReport = v.object({
  testResults: v.array(
    v.object({
      assertionResults: v.array(
        v.object({ fullName: v.string(), status: v.string(), failureMessages: v.array(v.string()) }),
      ),
    }),
  ),
})

/**
 * Reads the report of vitest's reporter `json`. A test that passed at its second try keeps the failures of
 * the first.
 */
const ofVitest = ({ testResults }: v.InferOutput<typeof vitestReport>): TestResults => {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const passed = tests.filter(({ status }) => status === 'passed')
  const toSee = (some: typeof tests) =>
    some.map(({ fullName, failureMessages }) => ({ name: fullName, why: beginningOf(failureMessages[0]) }))
  return {
    passed: passed.length,
    failed: toSee(tests.filter(({ status }) => status === 'failed')),
    flaky: toSee(passed.filter(({ failureMessages }) => failureMessages.length > 0)),
  }
}

type Suite = { title: string; specs: Spec[]; suites?: Suite[] | undefined }
const tried = v.object({ error: v.optional(v.object({ message: v.optional(v.string()) })) })
const spec = v.object({
  title: v.string(),
  tests: v.array(v.object({ status: v.string(), results: v.array(tried) })),
})
type Spec = v.InferOutput<typeof spec>
const suite: v.GenericSchema<unknown, Suite> = v.object({
  title: v.string(),
  specs: v.array(spec),
  suites: v.optional(v.lazy(() => v.array(suite))),
})
const playwrightReport = v.object({ suites: v.array(suite) })

const testsIn = ({ title, specs, suites = [] }: Suite): (TestToSee & { status: string })[] =>
  [
    ...specs.flatMap((of) =>
      of.tests.map(({ status, results }) => {
        const why = beginningOf(results.find(({ error }) => error)?.error?.message)
        return { name: of.title, why, status }
      }),
    ),
    ...suites.flatMap(testsIn),
  ].map(({ name, why, status }) => ({ name: `${title} › ${name}`, why, status }))

/** Reads the report of Playwright's reporter `json`. */
const ofPlaywright = ({ suites }: v.InferOutput<typeof playwrightReport>): TestResults => {
  const tests = suites.flatMap(testsIn)
  const which = (wanted: string) =>
    tests.flatMap(({ name, why, status }) => (status === wanted ? [{ name, why }] : []))
  const flaky = which('flaky')
  return { passed: which('expected').length + flaky.length, failed: which('unexpected'), flaky }
}

const report = v.union([
  v.pipe(vitestReport, v.transform(ofVitest)),
  v.pipe(playwrightReport, v.transform(ofPlaywright)),
])

/** Adds up the parsed reports of a run. Ignores reports that are missing or invalid. */
export const resultsOf = (reports: readonly unknown[]): TestResults => {
  const results = reports.flatMap((one) => {
    const parsed = v.safeParse(report, one)
    return parsed.success ? [parsed.output] : []
  })
  return {
    passed: results.reduce((total, { passed }) => total + passed, 0),
    failed: results.flatMap(({ failed }) => failed),
    flaky: results.flatMap(({ flaky }) => flaky),
  }
}
