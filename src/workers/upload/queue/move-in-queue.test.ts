import { expect, test } from 'vitest'
import { createFile, runEngine } from '../testing/running-engine.ts'

const queue = async () => {
  const world = await runEngine({ latency: () => 100_000 })
  await world.add(...['a', 'b', 'c', 'd'].map((name) => createFile(`${name}.mp4`, 2)))
  await world.advance(500)
  const names = () =>
    [...world.tasks.values()].sort((a, b) => a.order - b.order).map(({ name }) => name.slice(0, 1))
  return { ...world, names: () => names().join('') }
}

test.each([
  ['task-3', 'up', 'acbd'],
  ['task-3', 'down', 'abdc'],
  ['task-3', 'first', 'cabd'],
  ['task-1', 'up', 'abcd'],
  ['task-1', 'first', 'abcd'],
  ['task-4', 'down', 'abcd'],
  ['gone', 'up', 'abcd'],
] as const)('%s moved %s: the queue is %s', async (id, to, order) => {
  const { engine, advance, names } = await queue()
  await engine.move(id, to)
  await advance(500)
  expect(names()).toBe(order)
})

test('skips uploads that are done, and keeps the order over a restart', async () => {
  const { engine, advance, rows } = await queue()
  await engine.command(['task-2'], 'cancel')
  await engine.move('task-3', 'up')
  await advance(500)
  const orders = new Map([...rows.values()].map(({ id, order }) => [id, order]))
  expect(orders.get('task-3')).toBeLessThan(orders.get('task-1')!)
})
