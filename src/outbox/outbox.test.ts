import { expect, test } from 'vitest'
import type { Receipt } from '../contract/receipt.ts'
import { refusedValue } from './in-memory-product-api.ts'
import type { Fault } from './faults.ts'
import { createWorld, type Tab } from './in-memory-world.ts'

const signIn = { event_id: 1, value: 'sign-in' }

const start = (faults: Fault[] = []) => {
  const world = createWorld({ random: () => 0.5, chooseFault: () => faults.shift() ?? { is: 'none' } })
  /** Everything happens until nothing more is due, and `work` with it. */
  const finish = async <T>(work?: Promise<T>): Promise<T | undefined> => {
    let steps = 0
    while ((await world.step()) && steps < 1000) steps += 1
    return work
  }
  world.signIn('coach-a')
  return { world, tab: world.openTab(), finish }
}

const add = (tab: Tab, value = 'sign-in') => tab.outbox.add('event.logged.v1', { ...signIn, value })

/** One answer for the anti-forgery token, then what is given. */
const token: Fault = { is: 'none' }

test('an event is kept first and sent then', async () => {
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
    needsYou: 0,
    sending: false,
    deliveredAt: expect.any(Number),
  })
})

test('the journal tells what happened, with the receipt and without the payload', async () => {
  const { tab, finish } = start([token, { is: 'no-network' }])
  await finish(add(tab))
  await finish(tab.outbox.deliver({ eager: true }))
  const journal = (await finish(tab.outbox.journal())) ?? []
  expect(journal.map(({ happened }) => happened)).toEqual(['delivered', 'delayed', 'captured'])
  expect(journal[0]?.receipt).toMatchObject({ key: journal[0]?.key, sequence: 1 })
  expect(JSON.stringify(journal)).not.toContain('sign-in')
})

test('an answer that was lost is asked for again with the same key', async () => {
  const { world, tab, finish } = start([token, { is: 'lost-answer' }])
  await finish(add(tab))
  expect(tab.outbox.snapshot()).toMatchObject({ toSend: 1, wait: { code: 'no-answer', failures: 1 } })
  world.now += 60_000
  const report = await finish(tab.outbox.deliver())
  expect(report).toEqual({ sent: 1, toSend: 0, needsYou: 0 })
  expect(world.server.accepted).toHaveLength(1)
})

test('a page in place of the answer is not a success', async () => {
  const { tab, finish } = start([token, { is: 'portal' }])
  const report = await finish(add(tab).then(() => tab.outbox.deliver()))
  expect(report).toMatchObject({ sent: 0, toSend: 1, waiting: { code: 'foreign-answer' } })
})

test('what the device decided to wait out, a person may not have to; what the server said, they do', async () => {
  const told: Fault = { is: 'refusal', code: 'maintenance', retryAfter: 600 }
  const { world, tab, finish } = start([token, { is: 'no-network' }, told])
  await finish(add(tab))
  expect(await finish(tab.outbox.deliver())).toMatchObject({ sent: 0, waiting: { code: 'no-answer' } })
  expect(await finish(tab.outbox.deliver({ eager: true }))).toMatchObject({
    sent: 0,
    waiting: { code: 'maintenance' },
  })
  expect(await finish(tab.outbox.deliver({ eager: true }))).toMatchObject({ sent: 0 })
  world.now += 600_000
  expect(await finish(tab.outbox.deliver())).toMatchObject({ sent: 1, toSend: 0 })
})

test('a wait outlives the tab', async () => {
  const told: Fault = { is: 'refusal', code: 'too-many-requests', retryAfter: 60 }
  const { world, tab, finish } = start([token, told])
  await finish(add(tab))
  tab.kill()
  const next = world.openTab()
  expect(await finish(next.outbox.deliver())).toMatchObject({
    sent: 0,
    waiting: { code: 'too-many-requests' },
  })
})

test('an entry the server refuses stays with its reason, and only its lane waits', async () => {
  const { world, tab, finish } = start()
  void add(tab, refusedValue)
  void add(tab, 'behind it')
  void tab.outbox.add('fields.saved.v1', { fields: { nickname: 'Coach' } })
  await finish()
  expect(tab.outbox.snapshot()).toMatchObject({ toSend: 1, needsYou: 1 })
  expect(tab.outbox.snapshot().entries[0]?.state).toMatchObject({
    is: 'needs-you',
    reason: { code: 'invalid-body', path: 'value', requestId: 'request' },
  })
  expect(world.server.accepted.map(({ path }) => path)).toEqual(['/api/newFields'])
})

test('deleting what needs the coach frees its lane, and undo brings it back with its key', async () => {
  const { world, tab, finish } = start()
  void add(tab, refusedValue)
  void add(tab, 'behind it')
  await finish()
  const [refused] = tab.outbox.snapshot().entries
  const undo = await finish(tab.outbox.remove(refused!.key))
  await finish(tab.outbox.deliver())
  expect(world.server.accepted).toHaveLength(1)
  expect(tab.outbox.snapshot().entries).toEqual([])
  await finish(undo!())
  expect(tab.outbox.snapshot().entries).toMatchObject([{ key: refused!.key, seq: 1 }])
})

test('an entry that fails the server for good does not hold up the others', async () => {
  const poison: Fault = { is: 'refusal', code: 'server-failed' }
  const { world, tab, finish } = start([token, poison])
  void add(tab)
  await finish()
  void tab.outbox.add('fields.saved.v1', { fields: { nickname: 'Coach' } })
  await finish()
  expect(world.server.accepted.map(({ path }) => path)).toEqual(['/api/newFields'])
  expect(tab.outbox.snapshot().entries[0]?.state).toMatchObject({
    wait: { code: 'server-failed', failures: 1 },
  })
})

test('without a session everything waits, and goes with the next sign-in', async () => {
  const refusesRenewal: Fault = { is: 'refusal', code: 'signed-out' }
  const { world, tab, finish } = start([token, refusesRenewal, refusesRenewal])
  await finish(add(tab))
  expect(tab.outbox.snapshot()).toMatchObject({ toSend: 1, wait: { code: 'signed-out', told: false } })
  world.signIn(undefined)
  world.signIn('coach-a')
  await finish()
  expect(tab.outbox.snapshot()).toMatchObject({ toSend: 0 })
})

test('a session the server forgot is renewed at once', async () => {
  const { world, tab, finish } = start()
  world.server.session = undefined
  const report = await finish(add(tab).then(() => tab.outbox.deliver()))
  expect(report).toMatchObject({ toSend: 0 })
  expect(world.server.accepted).toHaveLength(1)
})

test('nothing of one customer is seen or sent while another is signed in', async () => {
  const { world, tab, finish } = start([token, { is: 'no-network' }])
  await finish(add(tab))
  world.signIn('coach-b')
  expect(tab.outbox.snapshot().entries).toEqual([])
  await finish(tab.outbox.deliver({ eager: true }))
  expect(tab.outbox.snapshot()).toMatchObject({ customer: 'coach-b', entries: [], toSend: 0 })
  expect(await finish(tab.outbox.journal())).toEqual([])
  expect(world.server.accepted).toEqual([])
  expect(await finish(tab.outbox.pendingFor('coach-a'))).toEqual({ toSend: 1, needsYou: 0 })
  world.signIn('coach-a')
  await finish()
  expect(world.server.accepted).toHaveLength(1)
})

test('an event of somebody who is not signed in yet waits for them', async () => {
  const { world, tab, finish } = start()
  world.signIn(undefined)
  expect(await add(tab)).toMatchObject({ ok: false, error: { code: 'signed-out' } })
  await finish(tab.outbox.add('event.logged.v1', { event_id: 2, value: 'sign-up' }, { customer: 'coach-b' }))
  expect(world.server.accepted).toEqual([])
  world.signIn('coach-b')
  await finish()
  expect(world.server.accepted).toMatchObject([{ customer: 'coach-b' }])
})

test('a payload that is wrong is refused before it is kept', async () => {
  const { world, tab, finish } = start()
  const added = await finish(tab.outbox.add('event.logged.v1', { event_id: 0, value: '' }))
  expect(added).toMatchObject({ ok: false, error: { code: 'invalid-payload', path: 'event_id' } })
  expect(world.disk.rows.size).toBe(0)
})

test.each([
  ['an event this version does not know', { name: 'pitch.watered.v9' }, 'unknown-event'],
  ['a payload this version cannot read', { payload: { event_id: 'one' } }, 'broken-payload'],
  ['a row this version cannot read', { state: 'sent' }, 'unreadable'],
])('%s is shown with its reason, and nothing waits for it', async (_, damage, code) => {
  const { world, tab, finish } = start([token, { is: 'no-network' }])
  await finish(add(tab))
  const [[key, row] = []] = world.disk.rows
  world.disk.rows.set(key!, { ...(row as object), ...damage })
  void tab.outbox.add('fields.saved.v1', { fields: { nickname: 'Coach' } })
  await finish(tab.outbox.deliver({ eager: true }))
  expect(world.server.accepted.map(({ path }) => path)).toEqual(['/api/newFields'])
  expect(tab.outbox.snapshot().entries).toMatchObject([{ key, state: { is: 'needs-you', reason: { code } } }])
})

test('what was captured while another entry was on its way is sent too', async () => {
  const { world, tab, finish } = start()
  void add(tab, 'first')
  while (world.mostSenders === 0) await world.step()
  await finish(add(tab, 'second'))
  expect(world.server.accepted.map(({ body }) => body.value)).toEqual(['first', 'second'])
})

test('a row that cannot be read is not written over when it is tried again', async () => {
  const { world, tab, finish } = start()
  const row = { key: 'old', customer: 'coach-a', answers: 'in a form of long ago' }
  world.disk.rows.set('old', row)
  await finish(tab.outbox.retry('old'))
  expect(world.disk.rows.get('old')).toBe(row)
})

test('answers that were refused are replaced by corrected ones, under a new key and with nothing left behind', async () => {
  const { world, tab, finish } = start()
  await finish(add(tab, refusedValue))
  const [refused] = tab.outbox.snapshot().entries
  const replaced = await finish(
    tab.outbox.replace(refused!.key, 'event.logged.v1', { ...signIn, value: 'corrected' }),
  )
  expect(replaced).toMatchObject({ ok: true, value: { seq: 2 } })
  expect(world.server.accepted).toMatchObject([{ body: { value: 'corrected' } }])
  expect(world.server.accepted[0]?.key).not.toBe(refused!.key)
  expect(tab.outbox.snapshot().entries).toEqual([])
})

test('a correction that is wrong replaces nothing', async () => {
  const { tab, finish } = start()
  await finish(add(tab, refusedValue))
  const [refused] = tab.outbox.snapshot().entries
  const replaced = await finish(
    tab.outbox.replace(refused!.key, 'event.logged.v1', { event_id: 0, value: 'x' }),
  )
  expect(replaced).toMatchObject({ ok: false, error: { code: 'invalid-payload' } })
  expect(tab.outbox.snapshot().entries).toMatchObject([{ key: refused!.key }])
})

test("throwing away deletes what is the coach's own, and nothing of somebody else", async () => {
  const { world, tab, finish } = start([token, { is: 'no-network' }])
  await finish(tab.outbox.add('event.logged.v1', signIn, { customer: 'coach-b' }))
  await finish(add(tab))
  expect(await finish(tab.outbox.discard())).toBe(1)
  expect(tab.outbox.snapshot()).toMatchObject({ entries: [], toSend: 0 })
  expect(await finish(tab.outbox.pendingFor('coach-b'))).toEqual({ toSend: 1, needsYou: 0 })
  expect(world.server.accepted).toEqual([])
})

test('the proof of a delivery can be read afterwards, by the coach it belongs to', async () => {
  const { world, tab, finish } = start()
  await finish(add(tab))
  expect(await finish(tab.outbox.receipts())).toMatchObject([
    { name: 'event.logged.v1', receipt: { sequence: 1 } },
  ])
  world.signIn('coach-b')
  expect(await finish(tab.outbox.receipts())).toEqual([])
})

/** What a server may say about an entry that it has. */
const lies: [string, (receipt: Receipt) => Partial<Receipt>, string][] = [
  ['of another key', () => ({ key: crypto.randomUUID() }), 'foreign-answer'],
  ['of other bytes', () => ({ hash: '0'.repeat(64) }), 'foreign-answer'],
  ['with a signature that is not ours', () => ({ signature: 'forged' }), 'forged-receipt'],
]

test.each(lies)('a receipt %s is no success: the entry stays, with that reason', async (_, lie, code) => {
  const world = createWorld({ random: () => 0.5, chooseFault: () => ({ is: 'none' }) })
  const honest = world.server.fetch
  world.server.fetch = async (url, init) => {
    const answer = await honest(url, init)
    if (url !== '/api/events' || !answer.ok) return answer
    const said = await answer.json()
    return Response.json({ ...said, receipt: { ...said.receipt, ...lie(said.receipt) } })
  }
  world.signIn('coach-a')
  const tab = world.openTab()
  void add(tab)
  while (await world.step());
  expect(tab.outbox.snapshot()).toMatchObject({ toSend: 1, wait: { code, failures: 1 } })
  world.server.fetch = honest
  world.now += 60_000
  void tab.outbox.deliver({ eager: true })
  while (await world.step());
  expect(tab.outbox.snapshot()).toMatchObject({ toSend: 0 })
  expect(world.server.accepted).toHaveLength(1)
})

test('an entry whose bytes are not those that were captured is not sent under its key', async () => {
  const { world, tab, finish } = start([token, { is: 'no-network' }])
  await finish(add(tab))
  const [[key, row] = []] = world.disk.rows
  world.disk.rows.set(key!, { ...(row as object), payload: { ...signIn, value: 'something else' } })
  await finish(tab.outbox.deliver({ eager: true }))
  expect(world.server.accepted).toEqual([])
  expect(tab.outbox.snapshot().entries).toMatchObject([
    { state: { is: 'needs-you', reason: { code: 'broken-payload' } } },
  ])
})

test('while the reserve cannot be kept the person is told, until there is room again', async () => {
  const { world, finish } = start()
  world.isFull = true
  const tab = world.openTab()
  await finish()
  expect(tab.outbox.snapshot()).toMatchObject({ tight: true })
  world.isFull = false
  await finish(add(tab))
  await finish(tab.outbox.deliver())
  expect(tab.outbox.snapshot().tight).toBeUndefined()
})

test('a capture that needed the reserve is kept, and the person is told that room is short', async () => {
  const { world, tab, finish } = start([token, { is: 'no-network' }])
  await finish()
  world.fullFor = 2
  world.isFull = true
  expect(await finish(add(tab))).toMatchObject({ ok: true })
  expect(tab.outbox.snapshot()).toMatchObject({ toSend: 1, tight: true })
})
