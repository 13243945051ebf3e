import { expect, test } from 'vitest'
import type { Fault } from './testing/faults.ts'
import { add, start, token, signIn } from './testing/one-tab.ts'

test('a tap overrides the wait that a server asked for; a new answer sets it again', async () => {
  const told: Fault = { kind: 'refusal', code: 'maintenance', retryAfter: 86_400 }
  const { world, tab, finish } = start([token, told, told])
  await finish(add(tab))
  expect(await finish(tab.outbox.deliver({ eager: true }))).toMatchObject({ sent: 0, toSend: 1 })
  expect(await finish(tab.outbox.deliver({ force: true }))).toMatchObject({
    sent: 0,
    waitingFor: 'maintenance',
  })
  expect(await finish(tab.outbox.deliver({ force: true }))).toMatchObject({ sent: 1, toSend: 0 })
  expect(world.server.accepted).toHaveLength(1)
})

test('stores an event before it sends it', async () => {
  const { world, tab, finish } = start([token])
  const added = add(tab)
  while (world.disk.rows.size === 0) await world.step()
  expect(world.server.accepted).toEqual([])
  await finish(added)
  expect(world.server.accepted).toMatchObject([
    { path: '/api/events', customer: 'coach-a', body: { customer_id: 'coach-a', ...signIn } },
  ])
  expect(tab.outbox.snapshot()).toMatchObject({
    toSend: 0,
    needsAction: 0,
    isSending: false,
    deliveredAt: expect.any(Number),
  })
})

test('counts progress and sign-ins, which the app records by itself, apart from what the coach did', async () => {
  const { tab, finish } = start(Array.from({ length: 8 }, (): Fault => ({ kind: 'no-network' })))
  await finish(add(tab))
  await finish(tab.outbox.add('event.saved.v1', { event_id: 3, value: 'training' }))
  const opened = { video_id: 'training-1', type: 'module', action: 'start' } as const
  await finish(tab.outbox.add('module.progressed.v2', opened))
  await finish(
    tab.outbox.add('module.watched.v1', { module_id: 'training-1', watched: [], position: 1, read: false }),
  )
  expect(tab.outbox.snapshot()).toMatchObject({ toSend: 4, automatic: 3 })
})

test('the journal lists what happened, with the receipt and without the payload', async () => {
  const { tab, finish } = start([token, { kind: 'no-network' }])
  await finish(add(tab))
  await finish(tab.outbox.deliver({ eager: true }))
  const journal = (await finish(tab.outbox.readJournal())) ?? []
  expect(journal.map(({ happened }) => happened)).toEqual(['delivered', 'delayed', 'captured'])
  expect(journal[0]?.receipt).toMatchObject({ key: journal[0]?.key, sequence: 1 })
  expect(JSON.stringify(journal)).not.toContain('sign-in')
})

test('repeats a request whose response was lost, with the same key', async () => {
  const { world, tab, finish } = start([token, { kind: 'lost-answer' }])
  await finish(add(tab))
  expect(tab.outbox.snapshot()).toMatchObject({ toSend: 1, wait: { code: 'no-answer', failures: 1 } })
  world.now += 60_000
  const report = await finish(tab.outbox.deliver())
  expect(report).toEqual({ storage: 'ready', sent: 1, toSend: 0, needsAction: 0 })
  expect(world.server.accepted).toHaveLength(1)
})

test('does not take a page in place of the response for a success', async () => {
  const { tab, finish } = start([token, { kind: 'portal' }])
  const report = await finish(add(tab).then(() => tab.outbox.deliver()))
  expect(report).toMatchObject({ sent: 0, toSend: 1, waitingFor: 'foreign-answer' })
})

test('ends a wait that the device chose when the network is back, but not one that the server asked for', async () => {
  const told: Fault = { kind: 'refusal', code: 'maintenance', retryAfter: 600 }
  const { world, tab, finish } = start([token, { kind: 'no-network' }, told])
  await finish(add(tab))
  expect(await finish(tab.outbox.deliver())).toMatchObject({ sent: 0, waitingFor: 'no-answer' })
  expect(await finish(tab.outbox.deliver({ eager: true }))).toMatchObject({
    sent: 0,
    waitingFor: 'maintenance',
  })
  expect(await finish(tab.outbox.deliver({ eager: true }))).toMatchObject({ sent: 0 })
  world.now += 600_000
  // A random share of the delay is added, here half of five minutes.
  expect(await finish(tab.outbox.deliver())).toMatchObject({ sent: 0 })
  world.now += 150_000
  expect(await finish(tab.outbox.deliver())).toMatchObject({ sent: 1, toSend: 0 })
})

test('a wait survives the tab', async () => {
  const told: Fault = { kind: 'refusal', code: 'too-many-requests', retryAfter: 60 }
  const { world, tab, finish } = start([token, told])
  await finish(add(tab))
  tab.kill()
  const next = world.openTab()
  expect(await finish(next.outbox.deliver())).toMatchObject({
    sent: 0,
    waitingFor: 'too-many-requests',
  })
})

test('rejects an invalid payload before storing it', async () => {
  const { world, tab, finish } = start()
  const added = await finish(tab.outbox.add('event.logged.v1', { event_id: 0, value: '' }))
  expect(added).toMatchObject({ ok: false, error: { code: 'invalid-payload', path: 'event_id' } })
  expect(world.disk.rows.size).toBe(0)
})

test.each([
  ['an event this version does not know', { name: 'pitch.watered.v9' }, 'unknown-event'],
  ['a payload this version cannot read', { payload: { event_id: 'one' } }, 'broken-payload'],
  ['a row this version cannot read', { state: 'sent' }, 'unreadable'],
])('shows %s with its reason, and holds nothing up for it', async (_, damage, code) => {
  const { world, tab, finish } = start([token, { kind: 'no-network' }])
  await finish(add(tab))
  const [[key, row] = []] = world.disk.rows
  world.disk.rows.set(key!, { ...(row as object), ...damage })
  void tab.outbox.add('fields.saved.v1', { fields: { nickname: 'Coach' } })
  await finish(tab.outbox.deliver({ eager: true }))
  expect(world.server.accepted.map(({ path }) => path)).toEqual(['/api/newFields'])
  expect(tab.outbox.snapshot().entries).toMatchObject([{ key, state: { is: 'needs-you', reason: { code } } }])
})

test('sends an event that was captured while another entry was sent', async () => {
  const { world, tab, finish } = start()
  void add(tab, 'first')
  while (world.maxSenders === 0) await world.step()
  await finish(add(tab, 'second'))
  expect(world.server.accepted.map(({ body }) => body.value)).toEqual(['first', 'second'])
})

test('shows a lack of room for the reserve until there is room again', async () => {
  const { world, finish } = start()
  world.isFull = true
  const tab = world.openTab()
  await finish()
  expect(tab.outbox.snapshot()).toMatchObject({ isLowOnSpace: true })
  world.isFull = false
  await finish(add(tab))
  await finish(tab.outbox.deliver())
  expect(tab.outbox.snapshot().isLowOnSpace).toBeUndefined()
})

test('stores a capture that needs the reserve, and shows that room is short', async () => {
  const { world, tab, finish } = start([token, { kind: 'no-network' }])
  await finish()
  world.fullFor = 3
  world.isFull = true
  expect(await finish(add(tab))).toMatchObject({ ok: true })
  expect(tab.outbox.snapshot()).toMatchObject({ toSend: 1, isLowOnSpace: true })
})

test('reports a disk that cannot be read as failed, and claims nothing about its entries', async () => {
  const { world, tab, finish } = start([token, { kind: 'no-network' }])
  await finish(add(tab))
  world.isUnreadable = true
  expect(await finish(tab.outbox.deliver({ eager: true }))).toMatchObject({ storage: 'failed', sent: 0 })
  expect(tab.outbox.snapshot()).toMatchObject({ storage: 'failed' })
  world.isUnreadable = false
  expect(await finish(tab.outbox.deliver({ eager: true }))).toMatchObject({ storage: 'ready', toSend: 0 })
  expect(world.server.accepted).toHaveLength(1)
})

test('keeps entries that cannot be written back on screen, and shows that the storage failed', async () => {
  const { world, tab, finish } = start(Array.from({ length: 2 }, (): Fault => ({ kind: 'no-network' })))
  await finish(add(tab))
  world.fullFor = 100
  world.clearStorage()
  await finish()
  expect(tab.outbox.snapshot()).toMatchObject({
    storage: 'failed',
    toSend: 1,
    entries: [{ name: 'event.logged.v1' }],
  })
})

test('writes entries that are cleared under an open tab back with their keys, and sends them', async () => {
  const { world, tab, finish } = start(Array.from({ length: 8 }, (): Fault => ({ kind: 'no-network' })))
  for (const value of ['one', 'two', 'three']) await finish(add(tab, value))
  const keys = tab.outbox.snapshot().entries.map(({ key }) => key)
  // Some browsers continue to clear for a moment and delete what is written meanwhile.
  world.fullFor = 2
  world.clearStorage()
  await finish()
  expect([...world.disk.rows.keys()]).toEqual(keys)
  expect(tab.outbox.snapshot()).toMatchObject({ toSend: 3 })
  for (let tries = 0; tries < 8; tries += 1) await finish(tab.outbox.deliver({ force: true }))
  expect(world.server.accepted.map(({ body }) => body.value)).toEqual(['one', 'two', 'three'])
})
