import { expect, test } from 'vitest'
import type { Fault } from './testing/faults.ts'
import { add, signIn, start, token } from './testing/one-tab.ts'

test('keeps entries without a session, and sends them after the next sign-in', async () => {
  const { world, tab, finish } = start()
  world.server.session = undefined
  world.renews = false
  await finish(add(tab))
  expect(tab.outbox.snapshot()).toMatchObject({ toSend: 1, wait: { code: 'signed-out', told: false } })
  world.signIn(undefined)
  world.signIn('coach-a')
  await finish()
  expect(tab.outbox.snapshot()).toMatchObject({ toSend: 0 })
})

test('a wait for the sign-in of one coach neither holds up the next coach nor asks them to sign in', async () => {
  const { world, tab, finish } = start()
  world.server.session = undefined
  world.renews = false
  await finish(add(tab))
  world.signIn(undefined)
  world.signIn('coach-b')
  await finish()
  expect(tab.outbox.snapshot().wait).toBeUndefined()
  await finish(add(tab))
  expect(world.server.accepted).toMatchObject([{ customer: 'coach-b' }])
})

test('a wait that the server asked for survives every sign-in', async () => {
  const told: Fault = { kind: 'refusal', code: 'maintenance', retryAfter: 600 }
  const { world, tab, finish } = start([token, told])
  await finish(add(tab))
  world.signIn('coach-b')
  await finish()
  await finish(add(tab))
  expect(tab.outbox.snapshot()).toMatchObject({ toSend: 1, wait: { code: 'maintenance' } })
  expect(world.server.accepted).toEqual([])
})

test('renews a session that the server forgot at once', async () => {
  const { world, tab, finish } = start()
  world.server.session = undefined
  const report = await finish(add(tab).then(() => tab.outbox.deliver()))
  expect(report).toMatchObject({ toSend: 0 })
  expect(world.server.accepted).toHaveLength(1)
})

test('sends nothing with the cookie of another customer, and waits for the customer of the entry', async () => {
  const { world, tab, finish } = start([token, { kind: 'no-network' }])
  await finish(add(tab))
  world.server.session = 'coach-b'
  world.renews = false
  await finish(tab.outbox.deliver({ eager: true }))
  expect(tab.outbox.snapshot()).toMatchObject({ toSend: 1, wait: { code: 'other-customer', told: false } })
  expect(world.server.accepted).toEqual([])
  world.renews = true
  await finish(tab.outbox.deliver({ eager: true }))
  expect(world.server.accepted).toMatchObject([{ customer: 'coach-a' }])
})

test('does not ask the coach to sign in while it is unknown whether the session can be renewed', async () => {
  const { world, tab, finish } = start()
  world.server.session = undefined
  world.isProviderAway = true
  await finish(add(tab).then(() => tab.outbox.deliver()))
  expect(tab.outbox.snapshot()).toMatchObject({ toSend: 1, wait: { code: 'provider-away', told: false } })
  world.isProviderAway = false
  world.renews = true
  await finish(tab.outbox.deliver({ eager: true }))
  expect(world.server.accepted).toHaveLength(1)
})

test('neither shows nor sends entries of one customer while another is signed in', async () => {
  const { world, tab, finish } = start([token, { kind: 'no-network' }])
  await finish(add(tab))
  world.signIn('coach-b')
  expect(tab.outbox.snapshot().entries).toEqual([])
  await finish(tab.outbox.deliver({ eager: true }))
  expect(tab.outbox.snapshot()).toMatchObject({ customer: 'coach-b', entries: [], toSend: 0 })
  expect(await finish(tab.outbox.readJournal())).toEqual([])
  expect(world.server.accepted).toEqual([])
  expect(await finish(tab.outbox.listEntries('coach-a'))).toMatchObject([{ state: { is: 'waiting' } }])
  world.signIn('coach-a')
  await finish()
  expect(world.server.accepted).toHaveLength(1)
})

test('an event of a customer who is not signed in yet waits for their sign-in', async () => {
  const { world, tab, finish } = start()
  world.signIn(undefined)
  expect(await add(tab)).toMatchObject({ ok: false, error: { code: 'signed-out' } })
  await finish(tab.outbox.add('event.logged.v1', { event_id: 2, value: 'sign-up' }, { customer: 'coach-b' }))
  expect(world.server.accepted).toEqual([])
  world.signIn('coach-b')
  await finish()
  expect(world.server.accepted).toMatchObject([{ customer: 'coach-b' }])
})

test('discarding deletes the entries of the coach, and none of another customer', async () => {
  const { world, tab, finish } = start([token, { kind: 'no-network' }])
  await finish(tab.outbox.add('event.logged.v1', signIn, { customer: 'coach-b' }))
  await finish(add(tab))
  expect(await finish(tab.outbox.discard())).toBe(1)
  expect(tab.outbox.snapshot()).toMatchObject({ entries: [], toSend: 0 })
  expect(await finish(tab.outbox.listEntries('coach-b'))).toMatchObject([{ state: { is: 'waiting' } }])
  expect(world.server.accepted).toEqual([])
})

test('a screen that outlives the session of its customer shows nothing, stores nothing and says why', async () => {
  const { world, tab, finish } = start([token, { kind: 'no-network' }])
  await finish(add(tab))
  const screen = tab.outbox.forCustomer('coach-a')
  world.signIn('coach-b')
  await finish()
  const refused = { ok: false, error: { code: 'other-customer', message: 'error.otherCustomer' } }
  expect(await screen.add('event.logged.v1', signIn)).toMatchObject(refused)
  expect(await screen.replace('some key', 'event.logged.v1', signIn)).toMatchObject(refused)
  await finish(add(tab, 'of coach B').then(() => tab.outbox.deliver({ eager: true })))
  expect(screen.snapshot().entries).toEqual([])
  expect(world.server.accepted).toMatchObject([{ customer: 'coach-b', body: { value: 'of coach B' } }])
})

test('a screen that outlives the session of its customer changes nothing of the next customer', async () => {
  const { world, tab, finish } = start(Array.from({ length: 20 }, (): Fault => ({ kind: 'no-network' })))
  const screen = tab.outbox.forCustomer('coach-a')
  world.signIn('coach-b')
  await finish(add(tab))
  const [entry] = tab.outbox.snapshot().entries
  expect(screen.snapshot().entries).toEqual([])
  const undo = await finish(screen.remove(entry!.key))
  await finish(undo?.())
  await finish(screen.retry(entry!.key))
  expect(await finish(screen.discard())).toBe(0)
  expect(await finish(screen.readJournal())).toEqual([])
  expect(await finish(screen.readReceipts())).toEqual([])
  const journal = (await finish(tab.outbox.readJournal())) ?? []
  expect(journal.map(({ happened }) => happened)).not.toContain('retried')
  expect(tab.outbox.snapshot().entries).toMatchObject([{ key: entry!.key }])
})

test('a tab that missed a change of customer sends nothing with the session of the next customer', async () => {
  const { world, tab, finish } = start()
  world.server.session = 'coach-b'
  const asked: string[] = []
  world.renewsFor = (customer) => void asked.push(customer)
  world.renews = false
  await finish(tab.outbox.forCustomer('coach-a').add('event.logged.v1', signIn))
  expect(world.server.accepted).toEqual([])
  expect(asked).toEqual(['coach-a'])
  expect(tab.outbox.snapshot()).toMatchObject({ customer: 'coach-a', toSend: 1 })
})
