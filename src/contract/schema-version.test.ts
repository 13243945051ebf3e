import { expect, test } from 'vitest'
import { callNames, productApi } from './product-api.ts'
import { schemaVersion, schemaVersions } from './schema-version.ts'
import { shapeLines } from './testing/shape-lines.ts'

const shapes = callNames.flatMap((name) => {
  const { method, path, body, response } = productApi[name]
  const header = `${name}: ${method} ${path}`
  return [header].concat(shapeLines('body', body, 'input'), shapeLines('response', response, 'output'))
})

const help = `A body or a response of the product API has another shape than version ${schemaVersion}.
Entries in that form lie on phones, so the change needs a version of its own:
1. Add a row to schemaVersions in src/contract/schema-version.ts: what changed, since when, and how a body of
   version ${schemaVersion} becomes one of version ${schemaVersion + 1}.
2. Run this test once. It writes src/contract/testing/product-api.v${schemaVersion + 1}.txt; commit that file, delete v${schemaVersion}.
3. Add the older form to server/api/schema-version.test.ts.
4. Set previousVersion in server/api/rolling-update.test.ts to ${schemaVersion} and run it: it records version ${schemaVersion + 1}.`

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
