import { expect, test } from 'vitest'
import { parseJson } from './parse-json.ts'

test('JSON is read, and undefined stands for what is none', () => {
  expect(parseJson('{"a":[1]}')).toEqual({ a: [1] })
  for (const text of ['', '<html>', '{"a":']) expect(parseJson(text)).toBeUndefined()
})
