import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cookies, headers } from '../../src/contract/product-api/headers-and-cookies.ts'
import { customers, deviceSecrets } from '../db/schema.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { createSampleReport } from '../testing/sync-log/sample-report.ts'
import { signInAdmin, signInDevice, settled } from '../testing/sync-log/sync-fixtures.ts'
import type { TestClient } from '../testing/test-client.ts'
import { testDatabases } from '../testing/database/test-database.ts'

describe.each(testDatabases)('on %s', (database) => {
  let api: TestApp
  beforeAll(async () => {
    api = await startTestApp(database)
  })
  afterAll(() => api.stop())

  const seen = async (device: string) =>
    (await (await signInAdmin(api)).get(`/api/sync-device?device=${device}`)).body

  const otherBrowser = (): TestClient => {
    const client = api.client()
    client.jar.delete(cookies.device)
    return client
  }
  /** Signs a coach in. Resolves to the id of the device that the server chose. */
  const signIn = async (client: TestClient, device: string, customer: string = randomUUID()) => {
    const authToken = await api.identity.token(customer)
    const { status, headers, body } = await client.post('/api/login', { authToken, locale: 'pt-BR', device })
    expect(status).toBe(200)
    expect(body.device.customer_id).toBe(customer)
    return { customer, device: body.device.device as string, cookie: headers.getSetCookie().join('\n') }
  }
  /** Simulates a device from the time before device secrets. */
  const forgetSecret = (device: string) =>
    api.database.db.delete(deviceSecrets).where(eq(deviceSecrets.device, device))

  test('gives a browser a secret that no script reads, and knows its device at each sign-in', async () => {
    const [client, device] = [otherBrowser(), randomUUID()]
    const { cookie, ...first } = await signIn(client, device)
    expect(first.device).toBe(device)
    expect(cookie).toMatch(/bb_device=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax/)
    const secret = client.jar.get(cookies.device)
    await client.post('/api/logout', {})
    expect((await signIn(client, device)).device).toBe(device)
    expect(client.jar.get(cookies.device)).toBe(secret)
    const [stored] = await api.database.db
      .select()
      .from(deviceSecrets)
      .where(eq(deviceSecrets.device, device))
    expect(stored?.secretHash).toMatch(/^[0-9a-f]{64}$/)
    expect(JSON.stringify(stored)).not.toContain(secret)
  })

  test('assigns every coach of a shared phone the same device', async () => {
    const [client, device] = [otherBrowser(), randomUUID()]
    for (let coach = 0; coach < 3; coach += 1) expect((await signIn(client, device)).device).toBe(device)
  })

  test('gives the next coach on a phone a new device, without gaps, after its only account was deleted', async () => {
    const { client, customer, device, deliver, report } = await signInDevice(api)
    await deliver(1)
    await deliver(2)
    await report(settled(2))
    const accessToken = await api.identity.token(customer, { use: 'access' })
    expect((await client.post('/api/erase-account', { customer_id: customer, accessToken })).status).toBe(200)

    const next = await signIn(client, device)
    expect(next.device).not.toBe(device)
    // The phone stores the new id, and its numbers start at 1 again.
    expect((await signIn(client, next.device, next.customer)).device).toBe(next.device)
    const own = { ...createSampleReport(next.customer), device: next.device, ...settled(0) }
    expect((await client.post('/api/sync-report', own)).status).toBe(200)
    expect((await seen(next.device)).device).toMatchObject({ customer_id: next.customer, gaps: 0 })
  })

  test('tells the next coach’s device whose account is gone, and nothing about accounts that exist', async () => {
    const { client, customer } = await signInDevice(api)
    const other = await signInDevice(api)
    const ask = async (customers: string[]) =>
      (await other.client.post('/api/erased-customers', { customer_id: other.customer, customers })).body
    const ids = [customer, other.customer, randomUUID()]
    expect(await ask(ids)).toEqual({ erased: [] })
    const accessToken = await api.identity.token(customer, { use: 'access' })
    await client.post('/api/erase-account', { customer_id: customer, accessToken })
    expect(await ask(ids)).toEqual({ erased: [customer] })
    // The same person may have a new account later.
    const signedInAt = Math.floor(Date.now() / 1000) + 60
    const authToken = await api.identity.token(customer, { signedInAt })
    await otherBrowser().post('/api/login', { authToken, locale: 'pt-BR', device: randomUUID() })
    expect(await ask(ids)).toEqual({ erased: [] })
  })

  test('keeps what arrived from a phone whose next coach has delivered but not reported yet', async () => {
    const { client, customer, device, deliver, report } = await signInDevice(api)
    await deliver(1)
    await report(settled(1))
    const next = await signIn(client, device)
    const sent = { [headers.deviceSequence]: `${device}/2` }
    await client.deliver(
      '/api/events',
      { customer_id: next.customer, event_id: 1, value: 'x' },
      { headers: sent },
    )
    const elsewhere = otherBrowser()
    await signIn(elsewhere, randomUUID(), customer)
    const accessToken = await api.identity.token(customer, { use: 'access' })
    expect((await elsewhere.post('/api/erase-account', { customer_id: customer, accessToken })).status).toBe(
      200,
    )
    const own = { ...createSampleReport(next.customer), device, ...settled(2) }
    expect((await client.post('/api/sync-report', own)).status).toBe(200)
    expect((await seen(device)).device).toMatchObject({ customer_id: next.customer, gaps: 0 })
  })

  test('the id of a device alone does not suffice to move it, prune its log or invent gaps', async () => {
    const { device, report, deliver } = await signInDevice(api)
    await deliver(1)
    await report()
    const before = await seen(device)

    const stranger = otherBrowser()
    const { customer, device: own } = await signIn(stranger, device)
    expect(own).not.toBe(device)
    const entry = { customer_id: customer, event_id: 1, value: 'x' }
    const sent = await stranger.deliver('/api/events', entry, {
      headers: { 'X-Device-Sequence': `${device}/2` },
    })
    expect(sent.status).toBe(200)
    const row = { id: Number.MAX_SAFE_INTEGER, at: 1, happened: 'captured', seq: 9, name: 'event.logged.v1' }
    const reportAs = (named: string) =>
      stranger.post('/api/sync-report', {
        ...settled(1_000_000),
        customer_id: customer,
        device: named,
        version: '1.0.0',
        locale: 'pt-BR',
        clock_offset: 0,
        storage: { usage: null, quota: null, persisted: null },
        rows: [row],
      })
    expect((await reportAs(device)).body.error).toMatchObject({ code: 'invalid-body', path: 'device' })
    expect(await seen(device)).toEqual(before)

    expect((await reportAs(own)).status).toBe(200)
    expect(await seen(device)).toEqual(before)
    expect((await seen(own)).device).toMatchObject({ customer_id: customer, gaps: 1_000_000 })
  })

  describe('a browser that comes back with its secret and another id, having lost its database', () => {
    const lose = async (client: TestClient, customer: string) => {
      const [authToken, device] = [await api.identity.token(customer), randomUUID()]
      const { body } = await client.post('/api/login', { authToken, locale: 'pt-BR', device })
      return { device, beganAnew: body.began_anew }
    }

    test('counts as started anew until it has reported, and admins see which device it was', async () => {
      const { client, device, customer, deliver, report } = await signInDevice(api)
      await deliver(1)
      await report(settled(1))
      const anew = await lose(client, customer)
      expect(anew.beganAnew).toBe(true)
      const again = { authToken: await api.identity.token(customer), locale: 'pt-BR', device: anew.device }
      // The browser may have lost the first response.
      expect((await client.post('/api/login', again)).body.began_anew).toBe(true)
      const own = { customer_id: customer, device: anew.device, ...settled(0) }
      expect((await report(own)).status).toBe(200)
      expect((await client.post('/api/login', again)).body.began_anew).toBe(false)
      expect((await seen(anew.device)).device.began_anew).toEqual({
        at: expect.stringMatching(/^\d{4}-.*Z$/),
        earlier: device,
      })
      expect((await seen(device)).device.began_anew).toBeNull()
      // The next coach on this phone does not hide it.
      const next = { authToken: await api.identity.token(randomUUID()), locale: 'pt-BR', device: anew.device }
      const { body: nextLogin } = await client.post('/api/login', next)
      const nextReport = { ...own, customer_id: nextLogin.device.customer_id }
      expect(
        (
          await client.post('/api/sync-report', {
            ...createSampleReport(nextReport.customer_id),
            ...nextReport,
          })
        ).status,
      ).toBe(200)
      expect((await seen(anew.device)).device.began_anew).toMatchObject({ earlier: device })
      const { body } = await (await signInAdmin(api)).get(`/api/sync-devices?who=${customer}`)
      const listed = Object.fromEntries(
        body.devices.map((row: Record<string, { earlier: string } | null>) => [
          row['device'],
          row['began_anew']?.earlier ?? null,
        ]),
      )
      expect(listed).toEqual({ [device]: null, [anew.device]: device })
    })

    test('does not count as started anew for a coach who never used the device before', async () => {
      const { client, report } = await signInDevice(api)
      await report(settled(1))
      expect((await lose(client, randomUUID())).beganAnew).toBe(false)
    })

    test('does not count as started anew if its id had captured and reported nothing before', async () => {
      const { client, customer } = await signInDevice(api)
      expect((await lose(client, customer)).beganAnew).toBe(false)
    })
  })

  test('treats a phone that lost its secret as another device, which keeps its new id', async () => {
    const [client, device, customer] = [otherBrowser(), randomUUID(), randomUUID()]
    await signIn(client, device, customer)
    client.jar.delete(cookies.device)
    const { device: next } = await signIn(client, device, customer)
    expect(next).not.toBe(device)
    expect((await signIn(client, next, customer)).device).toBe(next)
  })

  test.each(['', 'short', 'ü'.repeat(43), 'a'.repeat(5000)])(
    'treats a secret like %j as missing',
    async (secret) => {
      const [client, device] = [otherBrowser(), randomUUID()]
      client.jar.set(cookies.device, encodeURIComponent(secret))
      expect((await signIn(client, device)).device).toBe(device)
      expect(client.jar.get(cookies.device)).toMatch(/^[\w-]{43}$/)
    },
  )

  test('gives an id that several browsers send at once to one of them, and each its own device', async () => {
    const device = randomUUID()
    const clients = Array.from({ length: 6 }, otherBrowser)
    const all = await Promise.all(clients.map(async (client) => (await signIn(client, device)).device))
    expect(all.filter((id) => id === device)).toHaveLength(1)
    expect(new Set(all).size).toBe(6)
  })

  describe('a device from before secrets existed', () => {
    test('is taken over by a coach who has reported from it', async () => {
      const { device, customer, report } = await signInDevice(api)
      await report()
      const second = await signInDevice(api, { device })
      await second.report()
      await forgetSecret(device)
      expect((await signIn(otherBrowser(), device, customer)).device).toBe(device)
    })

    test('is taken over only by a coach who has delivered from it', async () => {
      const { device, customer, deliver } = await signInDevice(api)
      await deliver(1)
      await forgetSecret(device)
      expect((await signIn(otherBrowser(), device)).device).not.toBe(device)
      expect((await signIn(otherBrowser(), device, customer)).device).toBe(device)
    })
  })

  test('leaves the device of an erased customer to its own browser only', async () => {
    const { client, device, customer, report } = await signInDevice(api)
    await report()
    await api.database.db.delete(customers).where(eq(customers.id, customer))
    expect((await signIn(otherBrowser(), device)).device).not.toBe(device)
    expect((await signIn(client, device)).device).toBe(device)
  })
})
