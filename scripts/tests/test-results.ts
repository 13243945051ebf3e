import { stripVTControlCharacters } from 'node:util'
import * as v from 'valibot'

/** A test that needs attention, with the first lines of its first failure. */
export type NotableTest = { name: string; reason: readonly string[] }

/** The results of a test run. Tests in `flaky` passed only at their second attempt. */
export type TestResults = { passed: number; failed: readonly NotableTest[]; flaky: readonly NotableTest[] }

/** Enough lines for the expected value, its position in the test, and a short diff of the received value. */
const maxReasonLines = 12

const getFirstLines = (message = ''): string[] =>
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
 * Reads the results in the report of vitest's reporter `json`. A test that passed at its second attempt keeps
 * the failures of the first.
 */
const readVitestResults = ({ testResults }: v.InferOutput<typeof vitestReport>): TestResults => {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const passed = tests.filter(({ status }) => status === 'passed')
  const addReasons = (selection: typeof tests) =>
    selection.map(({ fullName, failureMessages }) => ({
      name: fullName,
      reason: getFirstLines(failureMessages[0]),
    }))
  return {
    passed: passed.length,
    failed: addReasons(tests.filter(({ status }) => status === 'failed')),
    flaky: addReasons(passed.filter(({ failureMessages }) => failureMessages.length > 0)),
  }
}

type Suite = { title: string; specs: Spec[]; suites?: Suite[] | undefined }
const attemptSchema = v.object({
  error: v.optional(v.object({ message: v.optional(v.string()) })),
  /** What `e2e/screens/test.ts` records of a failed attempt. */
  annotations: v.optional(v.array(v.object({ type: v.string(), description: v.optional(v.string()) })), []),
})
const specSchema = v.object({
  title: v.string(),
  tests: v.array(v.object({ status: v.string(), results: v.array(attemptSchema) })),
})
type Spec = v.InferOutput<typeof specSchema>
const suiteSchema: v.GenericSchema<unknown, Suite> = v.object({
  title: v.string(),
  specs: v.array(specSchema),
  suites: v.optional(v.lazy(() => v.array(suiteSchema))),
})
const playwrightReport = v.object({ suites: v.array(suiteSchema) })

type TestWithStatus = NotableTest & { status: string }

/** Lists the tests of a spec: one for each browser project. */
const listSpecTests = ({ title, tests }: Spec): TestWithStatus[] =>
  tests.map(({ status, results }) => {
    const failedAttempt = results.find(({ error }) => error)
    const records = (failedAttempt?.annotations ?? []).flatMap(({ type, description = '' }) =>
      description === '' ? [] : [`${type}: ${description}`],
    )
    return { name: title, reason: [...getFirstLines(failedAttempt?.error?.message), ...records], status }
  })

/** Lists the tests of a suite and of the suites inside it, with the titles of their suites. */
const listTests = ({ title, specs, suites = [] }: Suite): TestWithStatus[] => {
  const tests = [...specs.flatMap(listSpecTests), ...suites.flatMap(listTests)]
  return tests.map(({ name, reason, status }) => ({ name: `${title} › ${name}`, reason, status }))
}

/** Reads the results in the report of Playwright's reporter `json`. */
const readPlaywrightResults = ({ suites }: v.InferOutput<typeof playwrightReport>): TestResults => {
  const tests = suites.flatMap(listTests)
  const selectByStatus = (wantedStatus: string) =>
    tests.flatMap(({ name, reason, status }) => (status === wantedStatus ? [{ name, reason }] : []))
  const flaky = selectByStatus('flaky')
  return {
    passed: selectByStatus('expected').length + flaky.length,
    failed: selectByStatus('unexpected'),
    flaky,
  }
}

const reportSchema = v.union([
  v.pipe(vitestReport, v.transform(readVitestResults)),
  v.pipe(playwrightReport, v.transform(readPlaywrightResults)),
])

/** Adds up the parsed reports of a run. Ignores reports that are missing or invalid. */
export const summariseResults = (reports: readonly unknown[]): TestResults => {
  const results = reports.flatMap((report) => {
    const parsed = v.safeParse(reportSchema, report)
    return parsed.success ? [parsed.output] : []
  })
  return {
    passed: results.reduce((total, { passed }) => total + passed, 0),
    failed: results.flatMap(({ failed }) => failed),
    flaky: results.flatMap(({ flaky }) => flaky),
  }
}
