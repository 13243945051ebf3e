import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as v from 'valibot'

type Suite = { file: string; specs: { title: string }[]; suites?: Suite[] | undefined }
const suite: v.GenericSchema<unknown, Suite> = v.object({
  file: v.string(),
  specs: v.array(v.object({ title: v.string() })),
  suites: v.optional(v.lazy(() => v.array(suite))),
})
const report = v.object({ suites: v.array(suite) })

const journeysIn = ({ file, specs, suites = [] }: Suite): string[] => [
  ...specs.map(({ title }) => `${file}: ${title}`),
  ...suites.flatMap(journeysIn),
]

/** The journeys that `npm test` runs, as Playwright chooses them. */
const tagged = (): string[] => {
  const chosen = ['test', '--config', 'e2e', '--grep', '@promise', '--list', '--reporter', 'json']
  const listed = execFileSync(process.execPath, ['node_modules/@playwright/test/cli.js', ...chosen], {
    encoding: 'utf8',
    maxBuffer: 16_777_216,
  })
  return v.parse(report, JSON.parse(listed)).suites.flatMap(journeysIn)
}

const documented = (): string[] =>
  [
    ...readFileSync('docs/CONTRIBUTING.md', 'utf8').matchAll(/`([\w/-]+\.spec\.ts)`: (.+?)(?=<br>| \|$)/gm),
  ].map(([, file, title]) => `${file}: ${title}`)

test('the journeys of `npm test` are those that CONTRIBUTING names for each promise, 25 to 35', () => {
  const journeys = tagged()
  expect(journeys.toSorted()).toEqual(documented().toSorted())
  expect(journeys.length).toBeGreaterThanOrEqual(25)
  expect(journeys.length).toBeLessThanOrEqual(35)
})
