import { expect, test } from 'vitest'
import { createLocks } from '../platform/locks.ts'
import { createTabs } from './tabs.ts'

const tab = () => createTabs(createLocks(navigator.locks), window)

test('an announcement reaches the other tabs, not the one that makes it', async () => {
  const heard: string[] = []
  const [one, two, three] = [tab(), tab(), tab()]
  one.listen(() => heard.push('one'))
  two.listen(() => heard.push('two'))
  three.listen(() => heard.push('three'))
  one.announce()
  await expect.poll(() => heard.toSorted()).toEqual(['three', 'two'])
})

test.each(['exclusive', 'renewing'] as const)('%s work of two tabs never overlaps', async (way) => {
  const steps: string[] = []
  const work = (name: string) => async () => {
    steps.push(`${name} begins`)
    await new Promise((resolve) => {
      setTimeout(resolve, 20)
    })
    steps.push(`${name} ends`)
    return name
  }
  const [first, second] = [tab(), tab()]
  expect(await Promise.all([first[way](work('a')), second[way](work('b'))])).toEqual(['a', 'b'])
  expect(steps).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
})
