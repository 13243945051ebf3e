import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { startRestorableServer } from './testing/restorable-server.ts'
import { testDatabases } from './testing/database/test-database.ts'

test.each(testDatabases)(
  'on %s, erases again exactly the customers that a restored backup brings back, using the server’s log',
  async (kind) => {
    const server = await startRestorableServer(kind)
    onTestFinished(() => server.close())
    const [ana, ben] = [server.client(), server.client()]
    const customer = await ana.signIn(`customer-${randomUUID()}`)
    const stays = await ben.signIn(`customer-${randomUUID()}`)
    for (const [coach, customer_id] of [[ana, customer] as const, [ben, stays] as const])
      await coach.deliver('/api/events', { customer_id, event_id: 1, value: 'before' })
    await server.backUp()

    const accessToken = await server.createToken(customer, { use: 'access' })
    const erased = await ana.post('/api/erase-account', { customer_id: customer, accessToken })
    expect(erased.status).toBe(200)
    expect(await server.restoreAndReplay()).toBe(
      '1 erasures, 0 sign-outs everywhere, 0 ended sign-ins and 0 changes of roles in the logs, 1 accounts erased again.\n',
    )

    // Neither an older token nor the cookie in the backup opens the account.
    const signedInAt = Math.floor(Date.now() / 1000) - 60
    const authToken = await server.createToken(customer, { signedInAt })
    const login = { authToken, locale: 'pt-BR', device: randomUUID() }
    expect((await server.client().post('/api/login', login)).body.error.code).toBe('account-erased')
    expect((await ben.post('/api/get-impact', { customer_id: stays })).status).toBe(200)
    const [customers, events] = await server.stopAndQuery(
      'select id from customers',
      'select customer_id as id from events',
    )
    expect([customers, events]).toEqual([[{ id: stays }], [{ id: stays }]])
  },
)

test.each(testDatabases)(
  'on %s, a restored backup keeps customers who signed out everywhere signed out, and no others',
  async (kind) => {
    const server = await startRestorableServer(kind)
    onTestFinished(() => server.close())
    const [lost, other] = [server.client(), server.client()]
    const customer = await lost.signIn(`customer-${randomUUID()}`)
    const stays = await other.signIn(`customer-${randomUUID()}`)
    await server.backUp()

    const accessToken = await server.createToken(customer, { use: 'access' })
    expect((await server.client().post('/api/reset-tokens', { accessToken })).status).toBe(200)
    // A coach whom the backup does not contain.
    const unknown = `customer-${randomUUID()}`
    const theirs = await server.createToken(unknown, { use: 'access' })
    expect((await server.client().post('/api/reset-tokens', { accessToken: theirs })).status).toBe(200)
    expect(await server.restoreAndReplay()).toBe(
      '0 erasures, 2 sign-outs everywhere, 0 ended sign-ins and 0 changes of roles in the logs, 0 accounts erased again.\n',
    )

    expect((await lost.post('/api/get-impact', { customer_id: customer })).body.error.code).toBe('signed-out')
    expect((await other.post('/api/get-impact', { customer_id: stays })).status).toBe(200)
    const signedInAt = Math.floor(Date.now() / 1000) - 60
    for (const id of [customer, unknown]) {
      const authToken = await server.createToken(id, { signedInAt })
      const login = { authToken, locale: 'pt-BR', device: randomUUID() }
      expect((await server.client().post('/api/login', login)).body.error.code).toBe('identity-refused')
    }
  },
)
