import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mutants } from './mutants/mutants.ts'

test('no two mutants have the same name', () => {
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length)
})

test.each(mutants)('$name', ({ file, from, to, tests }) => {
  const texts = readFileSync(file, 'utf8').split(from)
  expect(texts).toHaveLength(2)
  // A text that ends within a name breaks the file, and no test could notice the fault.
  expect([`${texts[0]?.at(-1)}${from[0]}`, `${from.at(-1)}${texts[1]?.[0]}`]).not.toContainEqual(
    expect.stringMatching(/^\w\w$/),
  )
  expect(to).not.toBe(from)
  expect(tests.filter((path) => !existsSync(path))).toEqual([])
  expect(tests).not.toEqual([])
})
