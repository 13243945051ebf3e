import { toJsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'
import { expect, test } from 'vitest'
import { localeCodes } from '../config/locales.ts'
import { callNames, productApi } from './product-api.ts'
import { schemaVersion, schemaVersions } from './schema-version.ts'
import { courseId, extraModuleId, videoId } from './shapes.ts'

/** What the courses and the locale table list is content: a further module changes no shape. */
const listed: Record<string, string> = {
  [courseId.options.join()]: 'ids of courses',
  [videoId.options.join()]: 'ids of video modules',
  [extraModuleId.options.join()]: 'ids of extra modules',
  [localeCodes.join()]: 'locale codes',
}
const withoutContent = (name: string, value: unknown): unknown =>
  name === 'enum' && Array.isArray(value) ? (listed[value.join()] ?? value) : value

type Shape = { [keyword: string]: unknown; properties?: object; items?: Shape; anyOf?: Shape[] }

/** A line for a field and one for each field inside of it: `body.answers[].value`. */
const linesOf = (path: string, { properties = {}, items, anyOf = [], ...own }: Shape): string[] => [
  `  ${path} ${JSON.stringify(own, withoutContent)}`,
  ...Object.entries<Shape>(properties).flatMap(([name, field]) => linesOf(`${path}.${name}`, field)),
  ...(items ? linesOf(`${path}[]`, items) : []),
  ...anyOf.flatMap((choice, at) => linesOf(`${path}|${at + 1}`, choice)),
]

const shapeOf = (name: string, schema: GenericSchema, typeMode: 'input' | 'output') => {
  const { $schema: _dialect, ...shape } = toJsonSchema(schema, { typeMode, errorMode: 'ignore' })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- JSON Schema, of which only these keywords matter
  return linesOf(name, shape as Shape)
}

const shapes = callNames.flatMap((name) => {
  const { method, path, body, response } = productApi[name]
  const fields = [...shapeOf('body', body, 'input'), ...shapeOf('response', response, 'output')]
  return [`${name}: ${method} ${path}`, ...fields]
})

const help = `A body or a response of the product API has another shape than version ${schemaVersion}.
Entries in that form lie on phones, so the change needs a version of its own:
1. Add a row to schemaVersions in src/contract/schema-version.ts: what changed, since when, and how a body of
   version ${schemaVersion} becomes one of version ${schemaVersion + 1}.
2. Run this test once. It writes src/contract/testing/product-api.v${schemaVersion + 1}.txt; commit that file, delete v${schemaVersion}.
3. Add the older form to server/api/schema-version.test.ts.`

test('the shape of every call is the one of this schema version', async () => {
  const text = `${shapes.join('\n')}\n`
  await expect(text, help).toMatchFileSnapshot(`testing/product-api.v${schemaVersion}.txt`)
})

test('versions count up from 1, with a date and a reason each', () => {
  expect(schemaVersions.map(({ version }) => version)).toEqual(schemaVersions.map((_row, at) => at + 1))
  const dates = schemaVersions.map(({ since }) => since)
  expect(dates).toEqual(dates.toSorted())
  expect(schemaVersions.every(({ change }) => change.endsWith('.'))).toBe(true)
})
