import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { analyticsEvents } from '../src/analytics/events.ts'

const catalogue = 'src/analytics/events.ts'
const sources = globSync('src/**/*.{ts,tsx}')
  .filter((path) => path !== catalogue && !/\.test\.tsx?$/.test(path))
  .map((path) => readFileSync(path, 'utf8'))

/** Event names that templates build, by template. */
const templates: Record<string, readonly string[]> = {
  '`${type}_${verb}`': ['module_started', 'module_completed', 'video_started', 'video_completed'],
  '`drill_${outcome}`': ['drill_printed', 'drill_shared'],
}
const listTemplates = (name: string) =>
  Object.keys(templates).filter((template) => templates[template]?.includes(name))

test('the sources record every event of the catalogue', () => {
  const unrecorded = Object.keys(analyticsEvents).filter(
    (name) =>
      !sources.some((source) =>
        [`'${name}'`, ...listTemplates(name)].some((spelling) => source.includes(spelling)),
      ),
  )
  expect(unrecorded).toEqual([])
})

test('the catalogue covers what coaches and admins do', () => {
  expect(Object.keys(analyticsEvents).length).toBeGreaterThanOrEqual(45)
})
