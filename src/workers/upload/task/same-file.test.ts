import { describe, expect, test } from 'vitest'
import { createDevice, createFile, mine, runEngine, storedKey } from '../testing/running-engine.ts'

const minute = 60_000
const completed = { state: 'COMPLETED' }
const asked = (uploading: string, key: string) => ({
  state: 'PAUSED',
  reason: { kind: 'already-stored', key, uploading },
})

describe.each([
  ['in one request', 0, 9],
  ['in parts', 3, 1],
])('the same bytes that are chosen twice in one go (%s)', (_, parts, rest) => {
  const copies = (...names: string[]) =>
    names.map((name) => new File([createFile('match.mp4', parts, rest)], name, { type: 'video/mp4' }))
  const sends = parts === 0 ? 1 : parts + 1

  /** Chooses the copies at once. The store returns no checksums, so stored files are not recognised. */
  const chooseCopies = async (...names: string[]) => {
    const device = await runEngine({ latency: () => 1000 })
    await device.add(...copies(...names))
    return {
      ...device,
      bodies: () => device.objectStore.count('put') + device.objectStore.count('sendPart'),
      stored: () => [...device.objectStore.objects.keys()],
    }
  }

  test('are sent once, and the coach is asked about the second at once', async () => {
    const { advance, bodies, findStatus } = await chooseCopies('a.mp4', 'b.mp4')
    await advance(500)
    expect(findStatus('task-2')).toEqual(asked('task-1', 'a.mp4'))
    await advance(minute)
    expect([findStatus('task-1'), findStatus('task-2')]).toEqual([completed, asked('task-1', 'a.mp4')])
    expect(bodies()).toBe(sends)
  })

  test('are both stored when the coach agrees', async () => {
    const { advance, engine, findStatus, stored } = await chooseCopies('a.mp4', 'b.mp4')
    await advance(500)
    await engine.command(['task-2'], 'resume')
    await advance(minute)
    expect([findStatus('task-1'), findStatus('task-2')]).toEqual([completed, completed])
    expect(stored().toSorted()).toEqual([storedKey('a.mp4'), storedKey('b.mp4')])
  })

  test('are stored once when the coach declines', async () => {
    const { advance, engine, rows, stored } = await chooseCopies('a.mp4', 'b.mp4')
    await advance(500)
    await engine.command(['task-2'], 'cancel')
    await advance(minute)
    expect(stored()).toEqual([storedKey('a.mp4')])
    expect(rows.size).toBe(0)
  })

  test('are not lost when the first is cancelled: the second replaces it, and the third waits for that', async () => {
    const { advance, engine, findStatus, stored } = await chooseCopies('a.mp4', 'b.mp4', 'c.mp4')
    await advance(1500)
    await engine.command(['task-1'], 'cancel')
    await advance(minute)
    expect([findStatus('task-2'), findStatus('task-3')]).toEqual([completed, asked('task-2', 'b.mp4')])
    expect(stored()).toEqual([storedKey('b.mp4')])
  })

  test('are all cancelled together', async () => {
    const { advance, bodies, engine, stored, tasks } = await chooseCopies('a.mp4', 'b.mp4')
    await engine.cancelAll('ana')
    await advance(minute)
    expect([...tasks.values()].map(({ status }) => status.state)).toEqual(['CANCELLED', 'CANCELLED'])
    expect([bodies(), stored()]).toEqual([0, []])
  })

  test('are asked about while the first rests, and after a restart', async () => {
    const device = createDevice({
      trouble: (name) => (name === 'put' || name === 'sendPart' ? { kind: 'storage-full' } : undefined),
    })
    const [first, second] = copies('a.mp4', 'b.mp4')
    if (!first || !second) throw new Error('two files are needed')
    await (await device.begin()).add('ana', mine, [{ file: first }, { file: second }])
    await device.advance(minute)
    const engine = await device.begin()
    await engine.load(
      new Map([
        ['task-1', first],
        ['task-2', second],
      ]),
    )
    await device.advance(minute)
    expect(device.findStatus('task-1')).toEqual({ state: 'PAUSED', reason: { kind: 'storage-full' } })
    expect(device.findStatus('task-2')).toEqual(asked('task-1', 'a.mp4'))
  })
})

test('a file that is moved before its copy does not deadlock with it', async () => {
  const { add, advance, connection, engine, objectStore, findStatus } = await runEngine()
  objectStore.network.up = false
  await connection.checkLost()
  const video = createFile('match.mp4', 0, 9)
  await add(new File([video], 'a.mp4'), new File([video], 'b.mp4'))
  await engine.move('task-2', 'first')
  objectStore.network.up = true
  await advance(minute)
  expect([findStatus('task-1'), findStatus('task-2')]).toEqual([asked('task-2', 'b.mp4'), completed])
})

test.each([
  ['are empty', [createFile('a.txt', 0, 0), createFile('b.txt', 0, 0)]],
  ['differ in length', [createFile('a.mp4', 0, 8), createFile('b.mp4', 0, 9)]],
  ['differ in what they hold', [new File(['one'], 'a.txt'), new File(['two'], 'b.txt')]],
])('does not ask about files that %s', async (_, files) => {
  const { add, advance, findStatus } = await runEngine()
  await add(...files)
  await advance(minute)
  expect([findStatus('task-1'), findStatus('task-2')]).toEqual([completed, completed])
})

test('does not treat copies for different readers as repeats', async () => {
  const { advance, engine, findStatus } = await runEngine()
  const file = createFile('match.mp4', 0, 9)
  await engine.add('ana', mine, [{ file }])
  await engine.add('ana', { level: 'public', folder: '' }, [{ file }])
  await advance(minute)
  expect([findStatus('task-1'), findStatus('task-2')]).toEqual([completed, completed])
})
