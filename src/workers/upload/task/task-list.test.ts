import { describe, expect, test } from 'vitest'
import { fail, ok } from '../../../lib/result.ts'
import { firstTimes } from '../testing/first-times.ts'
import { createFile, runEngine } from '../testing/running-engine.ts'

const minute = 60_000

describe('the session', () => {
  test('ends: the task waits, and resumes when the customer is back', async () => {
    let isSignedIn = true
    const { add, advance, engine, errors, findStatus } = await runEngine({
      latency: () => 100,
      getIdentityId: async () =>
        isSignedIn ? { ok: true, value: 'us-east-1:ana' } : fail({ kind: 'sign-in-needed' as const }),
    })
    isSignedIn = false
    await add(createFile('match.mp4', 9))
    await advance(minute)
    expect(findStatus()).toEqual({ state: 'PAUSED', reason: { kind: 'sign-in-needed' } })
    expect(errors).toEqual([])
    await engine.session(undefined)
    isSignedIn = true
    await engine.session('ana')
    await advance(minute)
    expect(findStatus()).toEqual({ state: 'COMPLETED' })
  })

  test.each([
    ['in parts', 9, 0],
    ['in one request', 0, 9],
  ])('of another customer, of which only the store knows yet, sends nothing (%s)', async (_, ...size) => {
    let identity = 'us-east-1:ana'
    const { add, advance, engine, objectStore, findStatus } = await runEngine({
      latency: () => 100,
      getIdentityId: async () => ok(identity),
    })
    await add(createFile('match.mp4', ...size))
    await advance(150)
    await engine.command(['task-1'], 'pause')
    await advance(1000)
    const before = objectStore.requests.length
    identity = 'us-east-1:ben'
    await engine.command(['task-1'], 'resume')
    await advance(minute)
    expect(findStatus()).toEqual({ state: 'PAUSED', reason: { kind: 'sign-in-needed' } })
    expect(objectStore.requests.length).toBe(before)
  })

  test('sets whose credentials sign the requests', async () => {
    const customers: (string | undefined)[] = []
    const { engine } = await runEngine({ setCustomer: (customer) => void customers.push(customer) })
    await engine.session('ben')
    await engine.session(undefined)
    expect(customers).toEqual(['ana', 'ben', undefined])
  })

  test('of another customer sends nothing with their credentials', async () => {
    const { add, advance, engine, objectStore, findStatus } = await runEngine({ latency: () => 100 })
    await add(createFile('match.mp4', 9))
    await advance(350)
    await engine.session('ben')
    const before = objectStore.requests.length
    await advance(minute)
    expect(findStatus()).toEqual({ state: 'PAUSED', reason: { kind: 'sign-in-needed' } })
    expect(objectStore.requests.length).toBe(before)
  })
})

test('an invalid command changes nothing and logs one warning', async () => {
  const { add, advance, engine, findStatus, warnings } = await runEngine()
  await add(createFile('note.txt', 0, 9))
  await advance(minute)
  await engine.command(['task-1'], 'pause')
  expect(findStatus()).toEqual({ state: 'COMPLETED' })
  expect(warnings).toEqual(['This command is not possible for the upload now'])
})

describe('a pause', () => {
  test('aborts the parts in flight, and is not logged as an error', async () => {
    const { add, advance, engine, errors, objectStore, findStatus } = await runEngine({
      latency: () => 10_000,
    })
    await add(createFile('match.mp4', 9))
    await advance(25_000)
    expect(objectStore.inFlight()).toBe(4)
    await engine.command(['task-1'], 'pause')
    await advance(0)
    expect(objectStore.inFlight()).toBe(0)
    expect(findStatus()).toEqual({ state: 'PAUSED', reason: { kind: 'you' } })
    expect(errors).toEqual([])
  })

  test("is signalled by the message 'paused', a cancel by another", async () => {
    const reasons: unknown[] = []
    const { add, advance, engine, objectStore } = await runEngine({ latency: () => 9999 })
    const { sendPart } = objectStore.transport
    objectStore.transport.sendPart = async (part, options) => {
      options.signal.addEventListener('abort', () => reasons.push(options.signal.reason))
      return sendPart(part, options)
    }
    await add(createFile('match.mp4', 2))
    await advance(15_000)
    await engine.command(['task-1'], 'pause')
    await engine.command(['task-1'], 'resume')
    await advance(15_000)
    await engine.command(['task-1'], 'cancel')
    expect(reasons).toEqual(['paused', 'paused', 'cancelled', 'cancelled'])
  })

  test('and a quick resume send no part twice at once, and leave nothing hanging', async () => {
    const { add, advance, engine, objectStore, findStatus } = await runEngine({ latency: () => 100 })
    await add(createFile('match.mp4', 9))
    for (let time = 0; time < 40; time++) {
      await engine.command(['task-1'], time % 2 ? 'resume' : 'pause')
      await advance(time % 3 ? 0 : 70)
    }
    await advance(minute)
    expect(findStatus()).toEqual({ state: 'COMPLETED' })
    expect(objectStore.violations).toEqual([])
  })

  test('of all tasks at once reaches each of them, as does resuming them', async () => {
    const { add, advance, engine, objectStore, tasks } = await runEngine({ latency: () => 100 })
    const ids = await add(...['a', 'b', 'c'].map((name) => createFile(`${name}.mp4`, 5)))
    await advance(250)
    await engine.command(ids, 'pause')
    expect(objectStore.inFlight()).toBe(0)
    await advance(minute)
    expect([...tasks.values()].map(({ status }) => status.state)).toEqual(['PAUSED', 'PAUSED', 'PAUSED'])
    await engine.command(ids, 'resume')
    await advance(minute)
    expect(objectStore.objects.size).toBe(3)
  })
})

test('logs a refusal of the store as an error, with its code', async () => {
  const { add, advance, errors } = await runEngine({
    trouble: firstTimes(1, 'create', { kind: 'refused', code: 'AccessDenied' }),
  })
  await add(createFile('match.mp4', 2))
  await advance(minute)
  expect(errors).toEqual(['The object store refused an upload'])
})
