import { expect, test } from 'vitest'
import type { Receipt } from '../contract/product-api/receipt.ts'
import { createWorld } from './testing/in-memory-world.ts'
import { add, start, token, signIn } from './testing/one-tab.ts'

test('the coach of an entry can read its receipt after the delivery', async () => {
  const { world, tab, finish } = start()
  await finish(add(tab))
  expect(await finish(tab.outbox.readReceipts())).toMatchObject([
    { name: 'event.logged.v1', receipt: { sequence: 1 } },
  ])
  world.signIn('coach-b')
  expect(await finish(tab.outbox.readReceipts())).toEqual([])
})

/** False claims that a server may make about an entry. */

const lies: [string, (receipt: Receipt) => Partial<Receipt>, string][] = [
  ['of another key', () => ({ key: crypto.randomUUID() }), 'foreign-answer'],
  ['of other bytes', () => ({ hash: '0'.repeat(64) }), 'foreign-answer'],
  ['with a signature that is not ours', () => ({ signature: 'forged' }), 'forged-receipt'],
]

test.each(lies)('a receipt %s is not a success: the entry stays, with that reason', async (_, lie, code) => {
  const world = createWorld({ random: () => 0.5, chooseFault: () => ({ kind: 'none' }) })
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

test('does not send an entry under its key when its bytes have changed since the capture', async () => {
  const { world, tab, finish } = start([token, { kind: 'no-network' }])
  await finish(add(tab))
  const [[key, row] = []] = world.disk.rows
  world.disk.rows.set(key!, { ...(row as object), payload: { ...signIn, value: 'something else' } })
  await finish(tab.outbox.deliver({ eager: true }))
  expect(world.server.accepted).toEqual([])
  expect(tab.outbox.snapshot().entries).toMatchObject([
    { state: { is: 'needs-you', reason: { code: 'broken-payload' } } },
  ])
})
