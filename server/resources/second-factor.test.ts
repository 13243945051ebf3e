import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { authenticators, sessions } from '../db/schema.ts'
import { testDatabases } from '../testing/database/test-database.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

describe.each(testDatabases)('on %s', (database) => {
  let api: TestApp
  beforeAll(async () => {
    api = await startTestApp(database)
  })
  afterEach(() => api.identity.failGetUser(undefined))
  afterAll(() => api.stop())

  const newProfileId = () => String(Math.floor(Math.random() * 1e12))

  /** An admin with a clock of their own, who is signed in and has proved no second factor yet. */
  const startAdmin = async (
    provider: 'user-pool' | 'loyalty',
    customer = provider === 'loyalty' ? newProfileId() : randomUUID(),
  ) => {
    const clock = { now: Date.now() }
    const client = api
      .createInstance({ clock, settings: { admins: provider === 'loyalty' ? [customer] : [] } })
      .client()
    const email = `${customer}@secret.example`
    /** Enters the password at the loyalty provider. */
    const enterPassword = async (): Promise<string> => {
      const credentials = { DataSourceID: '2000042737', Username: email, Password: 'right' }
      return (await client.post('/api/loyalty/login', credentials)).body.AccessToken
    }
    const getAccessToken = () =>
      provider === 'loyalty'
        ? enterPassword()
        : api.identity.token(customer, { use: 'access', groups: ['admin'] })
    const accessToken = await getAccessToken()
    const authToken =
      provider === 'loyalty' ? accessToken : await api.identity.token(customer, { groups: ['admin'] })
    const renewSession = () => client.post('/api/login', { authToken, locale: 'en-US', device: randomUUID() })
    await renewSession()

    const open = async (code?: string) => {
      const body = { accessToken, ...(code !== undefined && { code }) }
      const { role, ...opened } = (await client.post('/api/open-admin-pages', body)).body
      if (opened.state !== undefined) expect(role).toBe('manager')
      return opened
    }
    const readVersions = async () => {
      const { status, body } = await client.get('/api/sync-versions')
      return status === 200 ? 'allowed' : body.error.code
    }
    const createKey = async (): Promise<string> =>
      (await client.post('/api/create-authenticator', { accessToken: await enterPassword() })).body.secret
    const confirm = async (code: string) =>
      (await client.post('/api/confirm-authenticator', { accessToken, code })).body
    const readCode = (secret: string, offsetMs = 0) =>
      TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: clock.now + offsetMs })
    return {
      clock,
      client,
      customer,
      accessToken,
      enterPassword,
      renewSession,
      open,
      readVersions,
      createKey,
      confirm,
      readCode,
    }
  }

  /** An admin of the loyalty provider whose session has proved the codes of an app. */
  const startAdminWithApp = async () => {
    const admin = await startAdmin('loyalty')
    const secret = await admin.createKey()
    expect(await admin.confirm(admin.readCode(secret))).toEqual({ outcome: 'accepted' })
    admin.clock.now += minuteMs
    return { ...admin, secret }
  }

  test('an admin of a user pool without a second factor is led to the set-up, and then let in', async () => {
    const { customer, open, readVersions } = await startAdmin('user-pool')
    api.identity.setSecondFactor(customer, false)
    expect(await open()).toEqual({ state: 'set-up' })
    expect(await readVersions()).toBe('second-factor-needed')
    api.identity.setSecondFactor(customer, true)
    expect(await open()).toEqual({ state: 'open' })
    expect(await readVersions()).toBe('allowed')
  })

  test('a second factor that was removed at the user pool ends the access at the next check', async () => {
    const { customer, clock, open, readVersions } = await startAdmin('user-pool')
    await open()
    clock.now += 11 * hourMs
    expect(await readVersions()).toBe('allowed')
    api.identity.setSecondFactor(customer, false)
    expect(await open()).toEqual({ state: 'set-up' })
    expect(await readVersions()).toBe('second-factor-needed')
  })

  test('a session from before the set-up must sign in again, because nothing asked it for the factor', async () => {
    const { customer, clock, open, readVersions } = await startAdmin('user-pool')
    api.identity.setSecondFactor(customer, false)
    expect(await open()).toEqual({ state: 'set-up' })
    clock.now += 6 * minuteMs
    api.identity.setSecondFactor(customer, true)
    expect(await open()).toEqual({ state: 'sign-in' })
    expect(await readVersions()).toBe('second-factor-needed')
    const again = await startAdmin('user-pool', customer)
    expect(await again.open()).toEqual({ state: 'open' })
  })

  test('a session that was asked for the factor proves it again without a new sign-in, also once renewed', async () => {
    const { clock, open, readVersions, renewSession } = await startAdmin('user-pool')
    await open()
    clock.now += 13 * hourMs
    await renewSession()
    expect(await readVersions()).toBe('second-factor-needed')
    expect(await open()).toEqual({ state: 'open' })
    expect(await readVersions()).toBe('allowed')
  })

  test.each([
    ['fails', { status: 500, body: {} }, 'provider-away'],
    ['responds with something else', { status: 200, body: { UserMFASettingList: 'all' } }, 'provider-away'],
    ['limits its calls', { status: 400, body: { __type: 'TooManyRequestsException' } }, 'provider-away'],
  ])('keeps the admin pages closed while a user pool %s', async (_case, failure, code) => {
    const { open, readVersions } = await startAdmin('user-pool')
    api.identity.failGetUser(failure)
    expect((await open()).error.code).toBe(code)
    expect(await readVersions()).toBe('second-factor-needed')
  })

  test('a token that the user pool has revoked does not open the admin pages', async () => {
    const { open } = await startAdmin('user-pool')
    const __type = 'com.amazonaws.cognito.identity.idp.model#NotAuthorizedException'
    api.identity.failGetUser({ status: 400, body: { __type } })
    expect((await open()).error.code).toBe('identity-refused')
  })

  test('an admin of the loyalty provider sets up an app, and proves it for 12 hours by a code', async () => {
    const { client, customer, clock, accessToken, enterPassword, secret, open, readVersions, readCode } =
      await startAdminWithApp()
    expect(await readVersions()).toBe('allowed')
    clock.now += 12 * hourMs
    expect(await readVersions()).toBe('second-factor-needed')
    expect(await open()).toEqual({ state: 'code' })
    expect(await open(readCode(secret))).toEqual({ state: 'open' })
    expect(await readVersions()).toBe('allowed')
    // Another session of the same admin proves it again.
    await client.post('/api/logout', {})
    const authToken = await enterPassword()
    await client.post('/api/login', { authToken, locale: 'en-US', device: randomUUID() })
    expect(await client.post('/api/open-admin-pages', { accessToken })).toMatchObject({
      body: { state: 'code' },
    })
    expect(await readVersions()).toBe('second-factor-needed')
    // Nobody reads the key from the copy of the data.
    const copy = await client.post('/api/my-data', { customer_id: customer })
    expect(copy.body.tables.authenticators).toHaveLength(1)
    expect(JSON.stringify(copy.body)).not.toContain(secret)
  })

  test('an app without its first code lets nobody in, and can be set up anew', async () => {
    const { open, createKey, confirm, readCode } = await startAdmin('loyalty')
    const abandoned = await createKey()
    expect(await open(readCode(abandoned))).toEqual({ state: 'set-up' })
    const secret = await createKey()
    expect(await confirm(readCode(abandoned))).toEqual({ outcome: 'code-wrong' })
    expect(await confirm(readCode(secret))).toEqual({ outcome: 'accepted' })
  })

  test('a code counts once, also in the half-minutes around its own', async () => {
    const { clock, secret, open, readCode } = await startAdminWithApp()
    clock.now += 12 * hourMs
    const code = readCode(secret)
    expect(await open(code)).toEqual({ state: 'open' })
    await api.database.db.update(sessions).set({ secondFactorAt: null })
    expect(await open(code)).toEqual({ state: 'code-used' })
    expect(await open(readCode(secret, -30_000))).toEqual({ state: 'code-used' })
    expect(await open(readCode(secret, 60_000))).toEqual({ state: 'code-wrong' })
    expect(await open(readCode(secret, 30_000))).toEqual({ state: 'open' })
  })

  test('after five wrong codes, even a right one is refused for 15 minutes', async () => {
    const { clock, secret, readCode, open } = await startAdminWithApp()
    clock.now += 12 * hourMs
    const wrong = Number(readCode(secret)) === 0 ? '111111' : '000000'
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect(await open(wrong)).toEqual({ state: 'code-wrong' })
    expect(await open(readCode(secret))).toEqual({ state: 'codes-paused' })
    clock.now += 15 * minuteMs
    expect(await open(wrong)).toEqual({ state: 'code-wrong' })
    expect(await open(readCode(secret))).toEqual({ state: 'open' })
  })

  test('wrong codes at the same time are counted one by one', async () => {
    const { clock, secret, open, readCode } = await startAdminWithApp()
    clock.now += 12 * hourMs
    const wrong = Number(readCode(secret)) === 0 ? '111111' : '000000'
    await Promise.all(Array.from({ length: 8 }, () => open(wrong)))
    expect(await open(readCode(secret))).toEqual({ state: 'codes-paused' })
  })

  test('a stolen password neither replaces nor removes the app', async () => {
    const { clock, client, enterPassword, customer } = await startAdminWithApp()
    clock.now += 12 * hourMs
    for (const call of ['create-authenticator', 'delete-authenticator']) {
      const { body } = await client.post(`/api/${call}`, { accessToken: await enterPassword() })
      expect(body.error.code).toBe('second-factor-needed')
    }
    expect(await api.database.db.$count(authenticators, eq(authenticators.customerId, customer))).toBe(1)
  })

  test('the removal of an app ends what other sessions have proved by it', async () => {
    const first = await startAdminWithApp()
    const second = await startAdmin('loyalty', first.customer)
    expect(await second.open(second.readCode(first.secret, 30_000))).toEqual({ state: 'open' })
    const removal = { accessToken: await first.enterPassword() }
    await first.client.post('/api/delete-authenticator', removal)
    expect(await second.readVersions()).toBe('second-factor-needed')
    const secret = await first.createKey()
    first.clock.now += minuteMs
    expect(await first.confirm(first.readCode(secret))).toEqual({ outcome: 'accepted' })
    expect(await second.open()).toEqual({ state: 'code' })
  })

  test('a right code forgets the wrong ones before it', async () => {
    const { clock, secret, readCode, open } = await startAdminWithApp()
    for (let round = 0; round < 3; round += 1) {
      clock.now += 12 * hourMs
      for (let attempt = 0; attempt < 4; attempt += 1) await open('000000')
      expect(await open(readCode(secret))).toEqual({ state: 'open' })
    }
  })

  test('wrong first codes count, and a new key forgets neither them nor the pause', async () => {
    const { clock, createKey, confirm, readCode } = await startAdmin('loyalty')
    const replaced = await createKey()
    for (let attempt = 0; attempt < 3; attempt += 1) await confirm('000000')
    await createKey()
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(await confirm(readCode(replaced))).toEqual({ outcome: 'code-wrong' })
    const secret = await createKey()
    expect(await confirm(readCode(secret))).toEqual({ outcome: 'codes-paused' })
    clock.now += 15 * minuteMs
    expect(await confirm(readCode(secret))).toEqual({ outcome: 'accepted' })
  })

  test('removes the app only just after the password, and then asks for a set-up', async () => {
    const { clock, client, accessToken, enterPassword, open, readVersions } = await startAdminWithApp()
    clock.now += 6 * minuteMs
    const tooOld = await client.post('/api/delete-authenticator', { accessToken })
    expect(tooOld.body.error.code).toBe('sign-in-too-old')
    const removed = await client.post('/api/delete-authenticator', { accessToken: await enterPassword() })
    expect(removed.body).toEqual({ deleted: true })
    expect(await readVersions()).toBe('second-factor-needed')
    expect(await open()).toEqual({ state: 'set-up' })
  })

  test('a first code whose response was lost may be sent again', async () => {
    const { open, createKey, confirm, readCode } = await startAdmin('loyalty')
    const secret = await createKey()
    await confirm(readCode(secret))
    expect(await confirm(readCode(secret))).toEqual({ outcome: 'code-used' })
    expect(await open()).toEqual({ state: 'open' })
  })

  test('is for admins, and for the customer of the session', async () => {
    const coach = api.client()
    const customer = await coach.signIn()
    const accessToken = await api.identity.token(customer, { use: 'access' })
    const calls = ['open-admin-pages', 'create-authenticator', 'delete-authenticator'] as const
    for (const call of calls) {
      expect((await coach.post(`/api/${call}`, { accessToken })).body.error.code).toBe('admin-only')
      expect((await api.client().post(`/api/${call}`, { accessToken })).body.error.code).toBe('signed-out')
    }
    const admin = await startAdmin('user-pool')
    for (const call of calls) {
      const { body } = await admin.client.post(`/api/${call}`, { accessToken })
      expect(body.error.code).toBe('identity-refused')
    }
    // The pools have second factors of their own.
    const own = await admin.client.post('/api/create-authenticator', { accessToken: admin.accessToken })
    expect(own.body.error.code).toBe('identity-refused')
    const noApp = await admin.client.post('/api/confirm-authenticator', {
      accessToken: admin.accessToken,
      code: '123456',
    })
    expect(noApp.body.error.code).toBe('not-found')
  })
})
