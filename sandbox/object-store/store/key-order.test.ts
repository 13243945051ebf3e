import { expect, test } from 'vitest'
import { compareKeys, createSortedKeys } from './key-order.ts'

const keys = ['', 'a', 'a/', 'a/b', 'a0', 'b', 'é', '\uE000', '\uFFFD', '😀', '😀a', '𐀀', '~', ' ', '\uD7FF']

test('orders keys by their UTF-8 bytes', () => {
  const byBytes = keys.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  expect(keys.toSorted(compareKeys)).toEqual(byBytes)
})

test('contains each key once, whatever the order of adding, without removed ones', () => {
  const sorted = createSortedKeys()
  for (const key of [...keys, ...keys.toReversed()]) sorted.add(key)
  sorted.remove('a/')
  sorted.remove('never added')
  expect([...sorted.from('')]).toEqual(keys.filter((key) => key !== 'a/').sort(compareKeys))
  expect([...sorted.from('a/a')]).toEqual(
    keys.filter((key) => compareKeys(key, 'a/a') >= 0).sort(compareKeys),
  )
})
