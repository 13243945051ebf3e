import * as v from 'valibot'

/** What came of a run of tests, by name where somebody has to look: `flaky` are those that only passed at their second try. */
export type TestResults = { passed: number; failed: readonly string[]; flaky: readonly string[] }

const vitestReport = v.object({
  testResults: v.array(
    v.object({
      assertionResults: v.array(
        v.object({ fullName: v.string(), status: v.string(), failureMessages: v.array(v.string()) }),
      ),
    }),
  ),
})

/** Reads the report of vitest's reporter `json`, where the failures of a first try stay with a test that passed. */
const ofVitest = ({ testResults }: v.InferOutput<typeof vitestReport>): TestResults => {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const passed = tests.filter(({ status }) => status === 'passed')
  return {
    passed: passed.length,
    failed: tests.flatMap(({ fullName, status }) => (status === 'failed' ? [fullName] : [])),
    flaky: passed.flatMap(({ fullName, failureMessages }) => (failureMessages.length > 0 ? [fullName] : [])),
  }
}

type Suite = { title: string; specs: Spec[]; suites?: Suite[] | undefined }
const spec = v.object({ title: v.string(), tests: v.array(v.object({ status: v.string() })) })
type Spec = v.InferOutput<typeof spec>
const suite: v.GenericSchema<unknown, Suite> = v.object({
  title: v.string(),
  specs: v.array(spec),
  suites: v.optional(v.lazy(() => v.array(suite))),
})
const playwrightReport = v.object({ suites: v.array(suite) })

const testsIn = ({ title, specs, suites = [] }: Suite): { name: string; status: string }[] =>
  [
    ...specs.flatMap((of) => of.tests.map(({ status }) => ({ name: of.title, status }))),
    ...suites.flatMap(testsIn),
  ].map(({ name, status }) => ({ name: `${title} › ${name}`, status }))

/** Reads the report of Playwright's reporter `json`. */
const ofPlaywright = ({ suites }: v.InferOutput<typeof playwrightReport>): TestResults => {
  const tests = suites.flatMap(testsIn)
  const named = (wanted: string) => tests.flatMap(({ name, status }) => (status === wanted ? [name] : []))
  const flaky = named('flaky')
  return { passed: named('expected').length + flaky.length, failed: named('unexpected'), flaky }
}

const report = v.union([
  v.pipe(vitestReport, v.transform(ofVitest)),
  v.pipe(playwrightReport, v.transform(ofPlaywright)),
])

/** Adds up the parsed reports of a run; one that is missing, or cannot be understood, counts for nothing. */
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
