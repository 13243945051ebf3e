import { describe, expect, test } from 'vitest'
import { createFile, runEngine } from '../testing/running-engine.ts'

describe('fairness', () => {
  test('lets a small file pass a row of large ones', async () => {
    const { add, advance, objectStore, findStatus } = await runEngine({ latency: () => 100 })
    const large = Array.from({ length: 5 }, (_, index) => createFile(`large-${index}.mp4`, 8))
    await add(...large, createFile('small.txt', 0, 5))
    await advance(550)
    expect(findStatus('task-6')).toEqual({ state: 'COMPLETED' })
    expect(objectStore.objects.size).toBe(1)
  })

  test('frees the place of a cancelled upload before the store has responded', async () => {
    const { add, advance, engine, objectStore, findStatus } = await runEngine({ latency: () => 100 })
    objectStore.transport.create = () => new Promise(() => undefined)
    await add(...[9, 9, 9, 9].map((parts, index) => createFile(`${index}.mp4`, parts)))
    await advance(250)
    expect(findStatus('task-4')).toEqual({ state: 'INIT' })
    await engine.command(['task-1'], 'cancel')
    await advance(300)
    expect(findStatus('task-4')).toEqual({ state: 'IN_PROGRESS' })
  })

  test('next starts the task that was put first', async () => {
    const { add, advance, engine, tasks } = await runEngine({ latency: () => 100 })
    await add(...[2, 9, 9, 9, 9, 9].map((parts, index) => createFile(`${index}.mp4`, parts)))
    await engine.move('task-6', 'first')
    await advance(900)
    const started = [...tasks.values()].filter(({ status }) => status.state !== 'INIT').map(({ id }) => id)
    expect(started).toEqual(['task-1', 'task-2', 'task-3', 'task-6'])
  })
})
