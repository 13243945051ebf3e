import { expect, test } from 'vitest'
import { parseJson } from './parse-json.ts'

test('parses JSON, and returns undefined for anything else', () => {
  expect(parseJson('{"a":[1]}')).toEqual({ a: [1] })
  for (const text of ['', '<html>', '{"a":']) expect(parseJson(text)).toBeUndefined()
})
