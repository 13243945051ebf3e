import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mutants } from './mutants/mutants.ts'

test('no two mutants have the same name', () => {
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length)
})

test.each(mutants)('$name', ({ file, from, to, tests }) => {
  expect(readFileSync(file, 'utf8').split(from)).toHaveLength(2)
  expect(to).not.toBe(from)
  expect(tests.filter((path) => !existsSync(path))).toEqual([])
  expect(tests).not.toEqual([])
})
