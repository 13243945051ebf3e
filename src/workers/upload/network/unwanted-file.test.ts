import { describe, expect, test } from 'vitest'
import type { RequestName, Trouble } from '../testing/fake-object-store.ts'
import { createFile, runEngine } from '../testing/running-engine.ts'

const minute = 60_000
const hour = 60 * minute
const coolingDown = { state: 'PAUSED', reason: { kind: 'foreign-answer' } }
const completed = { state: 'COMPLETED' }
const bodies: ReadonlySet<RequestName> = new Set(['sendPart', 'put'])

const answers = [
  ['an answer', { kind: 'foreign-answer' }],
  ['an answer that the browser hides', { kind: 'unreachable', isBodySent: true }],
] as const satisfies [string, Trouble][]

/**
 * A device on a network that gives this answer to the body of every file whose name contains one of the
 * words.
 */
const behindFilter = async (answer: Trouble, words = ['bad'], random = 0.5) => {
  let unwanted = words
  const device = await runEngine({
    trouble: (name, { key }) =>
      bodies.has(name) && unwanted.some((word) => key.includes(word)) ? answer : undefined,
    random: () => random,
    latency: () => 100,
  })
  const sent = (word: string) =>
    device.objectStore.requests.filter(({ name, key }) => bodies.has(name) && key.includes(word)).length
  return {
    ...device,
    sent,
    dislike: (...others: string[]) => {
      unwanted = others
    },
  }
}

describe.each(answers)('a filter that blocks one file, by %s,', (_, answer) => {
  test.each([0.1, 0.5, 1])('does not stop the others (%d)', async (random) => {
    const { add, advance, sent, findStatus } = await behindFilter(answer, ['bad'], random)
    await add(createFile('bad.mp4', 5), createFile('good.mp4', 6), createFile('fine.pdf', 0, 9))
    await advance(2 * minute)
    expect([findStatus('task-2'), findStatus('task-3')]).toEqual([completed, completed])
    expect(sent('bad')).toBeLessThanOrEqual(16)
    await advance(hour)
    expect(sent('good')).toBeLessThanOrEqual(12)
  })

  test.each([
    ['one large one', [createFile('bad.mp4', 40)]],
    ['two', [createFile('bad-1.mp4', 2), createFile('bad-2.mp4', 2, 1)]],
    ['four', [1, 2, 3, 4].map((number) => createFile(`bad-${number}.mp4`, 2, number))],
  ])('with %s in all lanes lets the next ones through within seconds', async (_, unwanted) => {
    const { add, advance, sent, findStatus } = await behindFilter(answer)
    await add(...unwanted, createFile('good.mp4', 6), createFile('fine.pdf', 0, 9))
    await advance(15_000)
    const others = [1, 2].map((number) => findStatus(`task-${unwanted.length + number}`))
    expect(others).toEqual([completed, completed])
    expect(sent('bad')).toBeLessThanOrEqual(16)
  })

  test('does not stop a file that is chosen while the first rests', async () => {
    const { add, advance, findStatus } = await behindFilter(answer)
    await add(createFile('bad.mp4', 5))
    await advance(20_000)
    expect(findStatus()).toEqual(coolingDown)
    await add(createFile('good.mp4', 6))
    await advance(5000)
    expect([findStatus(), findStatus('task-2')]).toEqual([coolingDown, completed])
  })

  test('does not stop a file that is chosen while the first is retried', async () => {
    const { add, advance, engine, findStatus } = await behindFilter(answer)
    await add(createFile('bad.mp4', 5))
    await advance(20_000)
    await engine.tryAgain()
    await advance(150)
    await add(createFile('good.mp4', 6))
    await advance(5000)
    expect([findStatus(), findStatus('task-2')]).toEqual([coolingDown, completed])
  })

  test('does not stop a file that the coach resumes while the first is retried', async () => {
    const { add, advance, engine, findStatus } = await behindFilter(answer)
    await add(createFile('good.mp4', 6))
    await engine.command(['task-1'], 'pause')
    await add(createFile('bad.mp4', 5))
    await advance(20_000)
    await engine.tryAgain()
    await advance(150)
    await engine.command(['task-1'], 'resume')
    await advance(5000)
    expect([findStatus(), findStatus('task-2')]).toEqual([completed, coolingDown])
  })

  test('does not stop the others when it blocks two, which come first', async () => {
    const { add, advance, findStatus } = await behindFilter(answer)
    await add(createFile('bad-1.jpg', 0, 8), createFile('bad-2.mp4', 5), createFile('good.mp4', 6))
    await advance(5 * minute)
    expect(findStatus('task-3')).toEqual(completed)
    expect([findStatus('task-1'), findStatus('task-2')]).toEqual([coolingDown, coolingDown])
  })

  test('does not stop the others after a restart', async () => {
    const [bad, good] = [createFile('bad.mp4', 5), createFile('good.mp4', 60)]
    const { add, advance, begin, findStatus } = await behindFilter(answer)
    await add(bad, good)
    await advance(1000)
    const files = new Map([
      ['task-1', bad],
      ['task-2', good],
    ])
    await (await begin()).load(files)
    await advance(2 * minute)
    expect([findStatus('task-1'), findStatus('task-2')]).toEqual([coolingDown, completed])
  })

  test('gets one part of it at a time, less and less often, beside the others', async () => {
    const { add, advance, sent, findStatus } = await behindFilter(answer)
    await add(createFile('bad.mp4', 5), createFile('good.mp4', 20))
    await advance(20_000)
    const before = sent('bad')
    await advance(24 * hour)
    expect(findStatus()).toEqual(coolingDown)
    expect(sent('bad') - before).toBeLessThanOrEqual(60)
  })

  test('gets one part of it each time the coach tries again', async () => {
    const { add, advance, engine, sent, findStatus } = await behindFilter(answer)
    await add(createFile('bad.mp4', 5), createFile('good.mp4', 20))
    await advance(40_000)
    const before = sent('bad')
    await engine.command(['task-1'], 'resume')
    expect(findStatus()).toEqual({ state: 'IN_PROGRESS' })
    await advance(5000)
    expect([findStatus(), sent('bad') - before]).toEqual([coolingDown, 1])
  })

  test('lets every resting upload through, by itself, once it blocks nothing', async () => {
    const { add, advance, dislike, objectStore } = await behindFilter(answer)
    await add(
      ...[1, 2, 3].map((number) => createFile(`bad-${number}.mp4`, 4, number)),
      createFile('good.mp4', 6),
    )
    await advance(3 * minute)
    dislike()
    await advance(5 * minute)
    expect(objectStore.objects.size).toBe(4)
    expect(objectStore.violations).toEqual([])
  })

  test('that starts to block every file gets at most two more of each body, and then none', async () => {
    const { add, advance, dislike, sent, findStatus } = await behindFilter(answer)
    await add(createFile('bad.mp4', 5), createFile('good.mp4', 60))
    await advance(1200)
    const before = sent('good')
    dislike('bad', 'good')
    await advance(20_000)
    expect([findStatus('task-1'), findStatus('task-2')]).toEqual([coolingDown, coolingDown])
    expect(sent('good') - before).toBeLessThanOrEqual(8)
  })
})

test('a filter that answers all requests of one file does not stop the others', async () => {
  const { add, advance, errors, findStatus } = await runEngine({
    trouble: (_, { key }) => (key.includes('bad') ? { kind: 'foreign-answer' } : undefined),
  })
  await add(createFile('bad.mp4', 5), createFile('good.mp4', 400))
  for (let index = 0; index < 10; index++) {
    await add(createFile(`good-${index}.jpg`, 0, 9 + index))
    await advance(minute)
  }
  expect([findStatus('task-1'), findStatus('task-2'), findStatus('task-12')]).toEqual([
    coolingDown,
    completed,
    completed,
  ])
  expect(errors).toEqual([])
})

test('sends what a network blocked once it is gone, first one part of each alone', async () => {
  const { add, advance, dislike, objectStore, sent } = await behindFilter({ kind: 'foreign-answer' }, ['mp4'])
  await add(createFile('a.mp4', 5), createFile('b.mp4', 6), createFile('c.mp4', 7))
  await advance(24 * hour)
  expect(sent('mp4')).toBeLessThanOrEqual(8 + 60)
  dislike()
  await advance(hour + minute)
  expect(objectStore.objects.size).toBe(3)
  expect(objectStore.violations).toEqual([])
})

test.each([
  [1, 'small.jpg'],
  [2, 'film.mp4'],
])('among resting uploads, tries number %d first when the coach asks for it', async (number, name) => {
  let isIntercepted = true
  const { add, advance, engine, objectStore } = await runEngine({
    trouble: () => (isIntercepted ? { kind: 'foreign-answer' } : undefined),
  })
  await add(createFile('small.jpg', 0, 9), createFile('film.mp4', 5), createFile('other.jpg', 0, 10))
  // Between two tries.
  await advance(100_000)
  isIntercepted = false
  const before = objectStore.requests.length
  await engine.command([`task-${number}`], 'resume')
  await advance(minute)
  const body = objectStore.requests.slice(before).find((request) => bodies.has(request.name))
  expect(body?.key).toContain(name)
})
