import { expect, test } from 'vitest'
import type { World } from './testing/in-memory-world.ts'
import { refusal, refusedValue, refuseText } from './testing/in-memory-product-api.ts'
import type { Fault } from './testing/faults.ts'
import { add, start, token, signIn } from './testing/one-tab.ts'

test('an entry that the server refuses stays with its reason, and only its lane waits', async () => {
  const { world, tab, finish } = start()
  void add(tab, refusedValue)
  void add(tab, 'behind it')
  void tab.outbox.add('fields.saved.v1', { fields: { nickname: 'Coach' } })
  await finish()
  expect(tab.outbox.snapshot()).toMatchObject({ toSend: 1, needsAction: 1 })
  expect(tab.outbox.snapshot().entries[0]?.state).toMatchObject({
    is: 'needs-you',
    reason: { code: 'invalid-body', path: 'value', requestId: 'request' },
  })
  expect(world.server.accepted.map(({ path }) => path)).toEqual(['/api/newFields'])
})

test('deleting a refused entry frees its lane, and undo restores it with its key', async () => {
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

test('undo restores a deleted entry even when the device has become full', async () => {
  const { world, tab, finish } = start()
  await finish(add(tab, refusedValue))
  const [refused] = tab.outbox.snapshot().entries
  const undo = await finish(tab.outbox.remove(refused!.key))
  world.fullFor = 3
  await finish(undo!())
  expect(tab.outbox.snapshot().entries).toMatchObject([{ key: refused!.key }])
})

test('an entry that is deleted while it is sent has arrived, and its journal and its receipt say so', async () => {
  const { world, tab, finish } = start()
  const { value } = (await finish(add(tab).then((added) => (added.ok ? added : undefined)))) ?? {}
  expect(value).toBeDefined()
  void add(tab, 'second')
  while (world.maxSenders === 0 || world.server.accepted.length === 1) await world.step()
  const [second] = [...world.disk.rows.keys()]
  const undo = await finish(tab.outbox.remove(second!))
  expect(world.server.accepted.map(({ key }) => key)).toContain(second)
  const journal = (await finish(tab.outbox.readJournal())) ?? []
  expect(journal.flatMap(({ key, happened }) => (key === second ? [happened] : []))).toEqual([
    'delivered',
    'removed',
    'captured',
  ])
  expect(await finish(tab.outbox.readReceipts())).toMatchObject([{ receipt: { key: second } }, {}])
  // The undo sends the entry again, and the server recognises it.
  await finish(undo!())
  expect(tab.outbox.snapshot().entries).toEqual([])
  expect(world.server.accepted).toHaveLength(2)
})

test('an entry on which the server always fails does not hold up the others', async () => {
  const poison: Fault = { kind: 'refusal', code: 'server-failed' }
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

/** Proxies between a phone and the server that permanently reject one of its texts. */
const firewalls: [string, string, () => Promise<Response>][] = [
  [
    'answers with a page of its own',
    'blocked',
    async () => new Response('<h1>Blocked</h1>', { status: 403 }),
  ],
  ['ends the connection', 'cut-off', () => Promise.reject(new TypeError('Failed to fetch'))],
]

test.each(firewalls)(
  'an entry to which a firewall %s is %s, and does not hold up the others',
  async (_, code, answer) => {
    const { world, tab, finish } = start()
    const honest = world.server.fetch
    world.server.fetch = async (url, init) =>
      JSON.stringify(init).includes('<script>') ? answer() : honest(url, init)
    world.isServerReachable = true
    void add(tab, '<script>')
    void add(tab, 'behind it')
    void tab.outbox.add('fields.saved.v1', { fields: { nickname: 'Coach' } })
    await finish()
    expect(world.server.accepted.map(({ path }) => path)).toEqual(['/api/newFields'])
    expect(tab.outbox.snapshot()).toMatchObject({
      toSend: 2,
      entries: [{ state: { wait: { code, failures: 1 } } }, {}],
    })
    expect(tab.outbox.snapshot().wait).toBeUndefined()
  },
)

test('does not call a server in a loop when its Retry-After is 0', async () => {
  const { world, tab, finish } = start()
  let asked = 0
  world.server.fetch = async (url) => {
    if (url === '/api/events') asked += 1
    return url === '/api/events'
      ? refusal('maintenance', { retryAfter: 0 })
      : Response.json({ token: 'csrf' })
  }
  await finish(add(tab))
  expect(asked).toBe(1)
  expect(tab.outbox.snapshot()).toMatchObject({ toSend: 1, wait: { code: 'maintenance', told: false } })
})

test('a retry does not overwrite a row that cannot be read', async () => {
  const { world, tab, finish } = start()
  const row = { key: 'old', customer: 'coach-a', answers: 'in a form of long ago' }
  world.disk.rows.set('old', row)
  await finish(tab.outbox.retry('old'))
  expect(world.disk.rows.get('old')).toBe(row)
})

test('replaces refused answers with corrected ones, under a new key, and leaves nothing of the old entry', async () => {
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

test('an invalid correction replaces nothing', async () => {
  const { tab, finish } = start()
  await finish(add(tab, refusedValue))
  const [refused] = tab.outbox.snapshot().entries
  const replaced = await finish(
    tab.outbox.replace(refused!.key, 'event.logged.v1', { event_id: 0, value: 'x' }),
  )
  expect(replaced).toMatchObject({ ok: false, error: { code: 'invalid-payload' } })
  expect(tab.outbox.snapshot().entries).toMatchObject([{ key: refused!.key }])
})

/** Codes with which our own server repeatedly refuses one text in a good session. */
const refusals = ['other-customer', 'signed-out', 'csrf-mismatch'] as const

const sessions: [string, (world: World) => void][] = [
  ['is renewed', (world) => void (world.renews = true)],
  ['cannot be renewed', (world) => void (world.renews = false)],
  ['cannot be renewed now', (world) => void (world.isProviderAway = true)],
]

test.each(sessions.flatMap(([session, make]) => refusals.map((code) => [code, session, make] as const)))(
  'an entry that is refused as %s, while the session is good and %s, needs the coach at once, and the others arrive',
  async (code, _session, make) => {
    const { world, tab, finish } = start()
    make(world)
    const attempts = refuseText(world.server, 'number two', code)
    void add(tab, 'one')
    void tab.outbox.add('fields.saved.v1', { fields: { nickname: 'number two' } })
    for (const value of ['three', 'four', 'five']) void add(tab, value)
    await finish()
    expect(world.server.accepted.map(({ body }) => body['value'])).toEqual(['one', 'three', 'four', 'five'])
    expect(tab.outbox.snapshot()).toMatchObject({ toSend: 0, needsAction: 1 })
    expect(tab.outbox.snapshot().wait).toBeUndefined()
    expect(tab.outbox.snapshot().entries[0]?.state).toMatchObject({ is: 'needs-you', reason: { code } })
    const before = attempts()
    await finish(tab.outbox.deliver({ force: true }))
    expect(attempts()).toBe(before)
  },
)

test.each(refusals)(
  'a single entry that is refused as %s in a good session needs the coach',
  async (code) => {
    const { world, tab, finish } = start()
    refuseText(world.server, 'number one', code)
    await finish(add(tab, 'number one'))
    expect(tab.outbox.snapshot()).toMatchObject({ toSend: 0, needsAction: 1 })
    expect(tab.outbox.snapshot().entries[0]?.state).toMatchObject({ is: 'needs-you', reason: { code } })
  },
)

test.each(refusals)('when every entry is refused as %s, renews the session once', async (code) => {
  const { world, tab, finish } = start()
  let renewals = 0
  world.renews = true
  world.renewsFor = () => void (renewals += 1)
  world.server.fetch = async (url) =>
    url === '/api/sanctum/csrf-cookie' ? Response.json({ token: 'csrf' }) : refusal(code)
  void add(tab)
  void tab.outbox.add('fields.saved.v1', { fields: { nickname: 'Coach' } })
  await finish()
  // A new session would not help, because the anti-forgery token is separate from it.
  expect(renewals).toBe(code === 'csrf-mismatch' ? 0 : 1)
  expect(tab.outbox.snapshot()).toMatchObject({ toSend: 2, needsAction: 0, wait: { code } })
})

test('does not refuse an entry for a session that another tab renewed while the entry was sent', async () => {
  const { world, tab, finish } = start()
  world.renews = false
  const honest = world.server.fetch
  let isForgotten = true
  world.server.fetch = async (url, init) => {
    if (url !== '/api/events' || !isForgotten) return honest(url, init)
    isForgotten = false
    return refusal('signed-out')
  }
  await finish(add(tab))
  expect(world.server.accepted).toHaveLength(1)
  expect(tab.outbox.snapshot()).toMatchObject({ toSend: 0, needsAction: 0 })
})
