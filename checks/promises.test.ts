import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as v from 'valibot'

type Spec = { title: string; tags: string[] }
type Suite = { file: string; specs: Spec[]; suites?: Suite[] | undefined }
const suite: v.GenericSchema<unknown, Suite> = v.object({
  file: v.string(),
  specs: v.array(v.object({ title: v.string(), tags: v.array(v.string()) })),
  suites: v.optional(v.lazy(() => v.array(suite))),
})
const report = v.object({ suites: v.array(suite) })

type Journey = { name: string; isPromise: boolean }

const listJourneys = ({ file, specs, suites = [] }: Suite): Journey[] => [
  ...specs.map(({ title, tags }) => ({ name: `${file}: ${title}`, isPromise: tags.includes('promise') })),
  ...suites.flatMap(listJourneys),
]

/** All journeys, as Playwright lists them. */
const list = (): Journey[] => {
  const listed = execFileSync(
    process.execPath,
    ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e', '--list', '--reporter', 'json'],
    { encoding: 'utf8', maxBuffer: 16_777_216 },
  )
  return v.parse(report, JSON.parse(listed)).suites.flatMap(listJourneys)
}
const journeys = list()

const readDocumentedJourneys = (): string[] =>
  [
    ...readFileSync('docs/CONTRIBUTING.md', 'utf8').matchAll(/`([\w/-]+\.spec\.ts)`: (.+?)(?=<br>| \|$)/gm),
  ].map(([, file, title]) => `${file}: ${title}`)

test('`npm test` runs the 25 to 35 journeys that CONTRIBUTING lists for the promises', () => {
  const promises = journeys.flatMap(({ name, isPromise }) => (isPromise ? [name] : []))
  expect(promises.toSorted()).toEqual(readDocumentedJourneys().toSorted())
  expect(promises.length).toBeGreaterThanOrEqual(25)
  expect(promises.length).toBeLessThanOrEqual(35)
})

test('there are at most 90 journeys: lower-level tests cover the rest', () => {
  expect(journeys.length).toBeLessThanOrEqual(90)
})
