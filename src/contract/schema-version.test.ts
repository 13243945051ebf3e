import { expect, test } from 'vitest'
import { notCommitted } from '../lib/testing/not-committed.ts'
import { callNames, productApi } from './product-api.ts'
import { schemaVersion } from './schema-version.ts'
import { shapeLines } from './testing/shape-lines.ts'

const shapes = callNames.flatMap((name) => {
  const { method, path, body, response } = productApi[name]
  const header = `${name}: ${method} ${path}`
  return [header].concat(shapeLines('body', body, 'input'), shapeLines('response', response, 'output'))
})

const help = `A body or a response of the product API has another shape than version ${schemaVersion}.
Entries in that form lie on phones, so the change needs a version of its own:
1. Add a row to upgradesByVersion in src/contract/schema-version.ts: what changed, since when, and how a body of
   version ${schemaVersion} becomes one of version ${schemaVersion + 1}.
2. Run this test once. It writes src/contract/testing/product-api.v${schemaVersion + 1}.txt; commit that file, delete v${schemaVersion}.
3. Add the older form to server/api/schema-version.test.ts.
4. Run server/api/rolling-update.test.ts. It records version ${schemaVersion + 1}; commit that file, delete v${schemaVersion - 1}.`

const file = `./testing/product-api.v${schemaVersion}.txt`
const committed = Object.keys(import.meta.glob('./testing/product-api.v*.txt'))

test('the shape of every call matches this schema version', async () => {
  const text = `${shapes.join('\n')}\n`
  const isThere = committed.includes(file)
  await expect(text, isThere ? help : notCommitted(`src/contract/${file.slice(2)}`)).toMatchFileSnapshot(file)
})

test('only the shapes of this version are committed', () => {
  expect(committed.filter((path) => path !== file)).toEqual([])
})
