import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loyalty } from '../../src/config/loyalty.ts'
import { endedSignIns, sessions } from '../db/schema.ts'
import { readLog, storeLogRecords } from '../db/restore/replay-log.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import type { TestClient } from '../testing/test-client.ts'
import { testDatabases } from '../testing/database/test-database.ts'

const start = Date.parse('2026-11-22T10:00:00.400Z')
const minuteMs = 60_000
const android = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/143.0.0.0 Mobile Safari/537.36'

describe.each(testDatabases)('on %s', (database) => {
  let api: TestApp
  beforeAll(async () => {
    api = await startTestApp(database)
  })
  afterAll(() => api.stop())

  const at = (minutes: number) => new Date(Math.floor(start / 1000) * 1000 + minutes * minuteMs)
  const inSeconds = (time: Date) => time.getTime() / 1000
  const list = async (coach: TestClient, customer: string) =>
    (await coach.post('/api/my-sign-ins', { customer_id: customer })).body.sign_ins
  const end = async (coach: TestClient, customer: string, ...times: Date[]) =>
    (await coach.post('/api/end-sign-ins', { customer_id: customer, signed_in_at: times })).body
  const readStatus = async (coach: TestClient, customer: string) =>
    (await coach.post('/api/get-impact', { customer_id: customer })).status

  /** A phone and a laptop of one coach. The laptop signed in one minute after the phone. */
  const signInTwice = async () => {
    const clock = { now: start }
    const instance = api.createInstance({ clock })
    const [phone, laptop] = [instance.client(), instance.client()]
    const customer = await phone.signIn(randomUUID(), { signedInAt: inSeconds(at(0)) })
    clock.now += minuteMs
    await laptop.signIn(customer, { signedInAt: inSeconds(at(1)) })
    return { clock, instance, phone, laptop, customer }
  }

  test('lists where a customer is signed in, the last used first, and nothing of others', async () => {
    const { clock, instance, phone, customer } = await signInTwice()
    await instance.client().signIn(randomUUID(), { signedInAt: inSeconds(at(0)) })
    const tablet = instance.client()
    const authToken = await api.identity.token(customer, { signedInAt: inSeconds(at(-60)) })
    const login = { authToken, locale: 'pt-BR', device: randomUUID() }
    await tablet.post('/api/login', login, { headers: { 'User-Agent': android } })
    clock.now += 10 * minuteMs
    expect(await list(phone, customer)).toHaveLength(3)
    await expect.poll(async () => (await list(phone, customer))[0].current).toBe(true)
    const unknown = { browser: null, system: null }
    expect(await list(phone, customer)).toEqual([
      {
        signed_in_at: at(0).toISOString(),
        last_seen: new Date(start + 11 * minuteMs).toISOString(),
        ...unknown,
        current: true,
      },
      {
        signed_in_at: at(-60).toISOString(),
        last_seen: new Date(start + minuteMs).toISOString(),
        browser: 'Chrome',
        system: 'Android',
        current: false,
      },
      {
        signed_in_at: at(1).toISOString(),
        last_seen: new Date(start + minuteMs).toISOString(),
        ...unknown,
        current: false,
      },
    ])
  })

  test('notes a use at most every five minutes', async () => {
    const { clock, phone, customer } = await signInTwice()
    const readLastSeen = async () => {
      const [row] = await api.database.db
        .select({ at: sql<Date | null>`max(${sessions.lastSeen})`.mapWith(sessions.lastSeen) })
        .from(sessions)
        .where(eq(sessions.customerId, customer))
      return row?.at?.getTime()
    }
    clock.now = start + 5 * minuteMs
    await readStatus(phone, customer)
    clock.now += 1
    await readStatus(phone, customer)
    await expect.poll(readLastSeen).toBe(clock.now)
    const noted = clock.now
    clock.now += 5 * minuteMs
    await readStatus(phone, customer)
    clock.now += 1
    await readStatus(phone, customer)
    await expect.poll(readLastSeen).toBe(clock.now)
    expect(clock.now - noted).toBe(5 * minuteMs + 1)
  })

  test('says once in five minutes that the database takes no uses, and why', async () => {
    const { clock, phone, laptop, customer } = await signInTwice()
    const { db } = api.database
    await db.execute(
      sql`create function refuse_uses() returns trigger language plpgsql
        as $$ begin raise exception 'read-only' using errcode = '25006'; end $$`,
    )
    await db.execute(
      sql`create trigger refuse_uses before update on sessions for each row execute function refuse_uses()`,
    )
    const readWarnings = () =>
      api.logLines.filter((line) => line.includes('a session could not be marked as used'))
    try {
      clock.now += 10 * minuteMs
      expect(await readStatus(phone, customer)).toBe(200)
      await expect.poll(readWarnings).toEqual([expect.stringContaining('"code":"25006"')])
      for (const coach of [phone, laptop, phone]) expect(await readStatus(coach, customer)).toBe(200)
      clock.now += 5 * minuteMs
      await readStatus(phone, customer)
      await expect.poll(readWarnings).toHaveLength(2)
    } finally {
      await db.execute(sql`drop trigger refuse_uses on sessions`)
      await db.execute(sql`drop function refuse_uses`)
    }
  })

  test('shows one row for a browser that lost its cookie and signed in again with the same tokens', async () => {
    const { instance, phone, customer } = await signInTwice()
    await instance.client().signIn(customer, { signedInAt: inSeconds(at(1)) })
    expect(await list(phone, customer)).toHaveLength(2)
    expect(await end(phone, customer, at(1))).toEqual({ ended: 1 })
    expect(await list(phone, customer)).toHaveLength(1)
  })

  test('ends a sign-in: its session, and everything that its tokens would allow', async () => {
    const { instance, phone, laptop, customer } = await signInTwice()
    expect(await end(phone, customer, at(1))).toEqual({ ended: 1 })
    expect(await readStatus(laptop, customer)).toBe(401)
    expect(await list(phone, customer)).toHaveLength(1)

    const fetchCodes = async (time: Date) => {
      const options = { signedInAt: inSeconds(time) }
      const authToken = await api.identity.token(customer, options)
      const accessToken = await api.identity.token(customer, { ...options, use: 'access' })
      const who = { token: customer, country: 'BR', language: 'PT' }
      const known = { ...who, company: 'acme', email: 'coach@secret.example' }
      const login = { authToken, locale: 'pt-BR', device: randomUUID() }
      const coach = instance.client()
      return [
        (await coach.post('/api/login', login)).body.error?.code,
        (await coach.post('/api/get-customer', { ...known, authToken })).body.error?.code,
        (await coach.post('/api/check-customer', { ...who, accessToken })).body.error?.code,
        (await coach.post('/api/token-validation', { accessToken })).body,
      ]
    }
    const refused = 'identity-refused'
    expect(await fetchCodes(at(1))).toEqual([refused, refused, refused, { valid: false, ended: true }])
    expect(await fetchCodes(at(2))).toEqual([undefined, undefined, undefined, { valid: true }])
    expect(await readStatus(phone, customer)).toBe(200)
  })

  test('does not end its own sign-in, nor those of others, nor what it does not know', async () => {
    const { phone, laptop, customer } = await signInTwice()
    const stranger = await signInTwice()
    expect(await end(phone, customer, at(0), at(7))).toEqual({ ended: 0 })
    expect(await end(stranger.phone, stranger.customer, at(1))).toEqual({ ended: 1 })
    expect([await readStatus(phone, customer), await readStatus(laptop, customer)]).toEqual([200, 200])
    expect(await api.database.db.$count(endedSignIns, eq(endedSignIns.customerId, customer))).toBe(0)
    const foreign = await stranger.phone.post('/api/my-sign-ins', { customer_id: customer })
    expect(foreign.status).toBe(403)
    const none = await phone.post('/api/end-sign-ins', { customer_id: customer, signed_in_at: [] })
    expect(none.body.error.code).toBe('invalid-body')
  })

  test('a session that opens while its sign-in is being ended does not count', async () => {
    const { instance, phone, customer } = await signInTwice()
    const laptops = Array.from({ length: 8 }, () => instance.client())
    await Promise.all([
      ...laptops.map((laptop) =>
        laptop.signIn(customer, { signedInAt: inSeconds(at(1)) }).catch(() => undefined),
      ),
      end(phone, customer, at(1)),
    ])
    const statuses = await Promise.all(laptops.map((laptop) => readStatus(laptop, customer)))
    expect(new Set(statuses)).toEqual(new Set([401]))
    expect(await list(phone, customer)).toHaveLength(1)
  })

  test('a restored backup ends the sign-ins in the log again', async () => {
    const { phone, laptop, customer } = await signInTwice()
    const backup = await api.database.db.select().from(sessions).where(eq(sessions.customerId, customer))
    await end(phone, customer, at(1))
    await api.database.db.delete(endedSignIns).where(eq(endedSignIns.customerId, customer))
    await api.database.db.insert(sessions).values(backup).onConflictDoNothing()
    expect(await readStatus(laptop, customer)).toBe(200)
    const log = api.logLines.filter((line) => line.includes(customer)).join('')
    await storeLogRecords(api.database.db, readLog(log))
    expect([await readStatus(phone, customer), await readStatus(laptop, customer)]).toEqual([200, 401])
  })
})

describe('at the loyalty provider', () => {
  let api: TestApp
  beforeAll(async () => {
    api = await startTestApp()
  })
  afterAll(() => api.stop())

  test('the tokens of an ended sign-in are refused, the ones from the sign-in and refreshed ones', async () => {
    const clock = { now: start }
    const instance = api.createInstance({ clock })
    const [phone, laptop, tablet] = [instance.client(), instance.client(), instance.client()]
    const signIn = async (coach: TestClient) => {
      const body = { DataSourceID: loyalty.sourceIds.en, Username: 'coach@secret.example', Password: 'right' }
      const { ProfileID: customer, AccessToken: authToken } = (await coach.post('/api/loyalty/login', body))
        .body
      const open = (token: string) =>
        coach.post('/api/login', { authToken: token, locale: 'en-US', device: randomUUID() })
      expect((await open(authToken)).status).toBe(200)
      return { customer: String(customer), authToken, open }
    }
    const { customer } = await signIn(phone)
    clock.now += minuteMs
    const other = await signIn(laptop)
    clock.now += minuteMs
    await signIn(tablet)
    const refreshed = api.identity.loyaltyToken(customer)
    expect((await other.open(refreshed)).status).toBe(200)
    const renewedAgain = api.identity.loyaltyToken(customer)

    const list = await phone.post('/api/my-sign-ins', { customer_id: customer })
    const laptopTime = new Date(start + minuteMs).toISOString()
    expect(list.body.sign_ins.map(({ signed_in_at }: { signed_in_at: string }) => signed_in_at)).toContain(
      laptopTime,
    )
    const body = { customer_id: customer, signed_in_at: [laptopTime] }
    const ended = await phone.post('/api/end-sign-ins', body)
    expect(ended.body).toEqual({ ended: 1 })
    for (const token of [other.authToken, refreshed, renewedAgain]) {
      expect((await other.open(token)).body.error?.code).toBe('identity-refused')
      const validation = await laptop.post('/api/token-validation', { accessToken: token })
      expect(validation.body).toEqual({ valid: false, ended: true })
    }
    // Nobody has ended the sign-in of the tablet. Without its session, its refreshed token only is not accepted.
    const ofTablet = { accessToken: api.identity.loyaltyToken(customer) }
    expect((await tablet.post('/api/token-validation', ofTablet)).body).toEqual({ valid: true })
    await tablet.post('/api/logout', {})
    expect((await tablet.post('/api/token-validation', ofTablet)).body).toEqual({ valid: false })
    // The phone goes on, also with a refreshed token, and so does the laptop after another sign-in.
    const renewed = api.identity.loyaltyToken(customer)
    const again = { authToken: renewed, locale: 'en-US', device: randomUUID() }
    expect((await phone.post('/api/login', again)).status).toBe(200)
    clock.now += minuteMs
    await signIn(laptop)
  })
})
