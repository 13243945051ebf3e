import { describe, expect, test } from 'vitest'
import { fileOf, runEngine } from '../testing/running-engine.ts'

describe('fairness', () => {
  test('lets a small file pass a row of large ones', async () => {
    const { add, advance, objectStore, statusOf } = await runEngine({ latency: () => 100 })
    const large = Array.from({ length: 5 }, (_, index) => fileOf(`large-${index}.mp4`, 8))
    await add(...large, fileOf('small.txt', 0, 5))
    await advance(550)
    expect(statusOf('task-6')).toEqual({ state: 'COMPLETED' })
    expect(objectStore.objects.size).toBe(1)
  })

  test('frees the place of a cancelled upload before the store has responded', async () => {
    const { add, advance, engine, objectStore, statusOf } = await runEngine({ latency: () => 100 })
    objectStore.transport.create = () => new Promise(() => undefined)
    await add(...[9, 9, 9, 9].map((parts, index) => fileOf(`${index}.mp4`, parts)))
    await advance(250)
    expect(statusOf('task-4')).toEqual({ state: 'INIT' })
    await engine.command(['task-1'], 'cancel')
    await advance(300)
    expect(statusOf('task-4')).toEqual({ state: 'IN_PROGRESS' })
  })

  test('next starts the task that was put first', async () => {
    const { add, advance, engine, tasks } = await runEngine({ latency: () => 100 })
    await add(...[2, 9, 9, 9, 9, 9].map((parts, index) => fileOf(`${index}.mp4`, parts)))
    await engine.move('task-6', 'first')
    await advance(900)
    const started = [...tasks.values()].filter(({ status }) => status.state !== 'INIT').map(({ id }) => id)
    expect(started).toEqual(['task-1', 'task-2', 'task-3', 'task-6'])
  })
})
