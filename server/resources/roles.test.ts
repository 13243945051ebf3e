import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { callNames } from '../../src/contract/product-api.ts'
import { roles as allRoles, type Role } from '../../src/contract/roles.ts'
import { isAdminCall, type AdminCall } from '../api/handler.ts'
import { admins, roleChanges, roles, sessions } from '../db/schema.ts'
import { dumpDatabase, findRowsWith } from '../testing/database/dump-database.ts'
import { testDatabases } from '../testing/database/test-database.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { withRoles } from '../testing/with-roles.ts'

/** What each role may do more than the one before it. */
const callsByRole: Record<Role, readonly AdminCall[]> = {
  coach: [],
  viewer: [
    'openAdminPages',
    'createAuthenticator',
    'confirmAuthenticator',
    'deleteAuthenticator',
    'programme',
    'programmeAnswers',
    'appHealthOverview',
  ],
  supporter: [
    'syncDevices',
    'syncDevice',
    'syncVersions',
    'syncOverview',
    'syncExport',
    'programmeTexts',
    'rescueEntry',
  ],
  manager: ['export', 'programmeExport', 'eraseCustomer', 'roles', 'giveRole'],
}

const adminCalls = callNames.filter(isAdminCall)

describe.each(testDatabases)('on %s', (database) => {
  let api: TestApp
  const { signIn, storeRole, signInAs, call, readRole, give, list } = withRoles(() => api)
  beforeAll(async () => {
    api = await startTestApp(database)
  })
  beforeEach(async () => {
    await api.database.db.delete(roles)
    await api.database.db.delete(roleChanges)
  })
  afterAll(() => api.stop())

  test('has a role for every call of the admin pages', () => {
    expect(Object.values(callsByRole).flat().toSorted()).toEqual(adminCalls.toSorted())
  })

  test.each(allRoles)('lets a %s make the calls of this role and of lower ones only', async (role) => {
    const admin = await signInAs(role)
    const lowerRoles = allRoles.slice(0, allRoles.indexOf(role) + 1)
    const allowed = new Set(lowerRoles.flatMap((lower) => callsByRole[lower]))
    const refused = []
    for (const name of adminCalls) {
      const { body } = await call(admin, name)
      if (body?.error?.code === 'admin-only') refused.push(name)
    }
    expect(refused.toSorted()).toEqual(adminCalls.filter((name) => !allowed.has(name)).toSorted())
  })

  test('a role needs a second factor', async () => {
    const viewer = { client: api.client() }
    await storeRole(await viewer.client.signIn(), 'viewer')
    expect((await call(viewer, 'programme')).body.error.code).toBe('second-factor-needed')
  })

  test('gives and takes a role, effective with the next request', async () => {
    const [manager, coach] = [await signInAs('manager'), await signIn()]
    const readStatus = async () => (await coach.client.get('/api/sync-versions')).status
    expect(await readStatus()).toBe(403)
    expect(await give(manager, coach.customer, 'supporter')).toBe('given')
    expect(await readStatus()).toBe(200)
    expect(await give(manager, coach.customer, 'supporter')).toBe('unchanged')
    expect(await give(manager, coach.customer, 'viewer')).toBe('given')
    expect(await readStatus()).toBe(403)
    expect(await give(manager, coach.customer, 'coach')).toBe('given')
    expect((await call(coach, 'openAdminPages')).body.error.code).toBe('admin-only')
  })

  test('tells the app the role at each sign-in', async () => {
    const coach = await signInAs('supporter')
    const authToken = await api.identity.token(coach.customer)
    const login = { authToken, locale: 'pt-BR', device: randomUUID() }
    const who = { token: coach.customer, country: 'BR', language: 'PT', company: 'acme', authToken }
    const readRoles = async () => {
      const { customer } = (await coach.client.post('/api/login', login)).body
      const { data } = (await coach.client.post('/api/get-customer', { ...who, email: 'ana@secret.example' }))
        .body
      return [customer, data].map(({ role, admin }) => ({ role, admin }))
    }
    expect(await readRoles()).toEqual([
      { role: 'supporter', admin: true },
      { role: 'supporter', admin: true },
    ])
    await api.database.db.delete(roles)
    expect(await readRoles()).toEqual([
      { role: 'coach', admin: false },
      { role: 'coach', admin: false },
    ])
  })

  test('lists who has a role, and every change', async () => {
    const [manager, coach] = [await signInAs('manager'), await signIn()]
    await give(manager, coach.customer, 'supporter', { name: 'Ana' })
    await give(manager, coach.customer, 'viewer')
    const { roles: given, changes } = (await manager.client.get('/api/roles')).body
    expect(given).toEqual([
      { customer_id: manager.customer, role: 'manager', name: null, given_by: 'manager' },
      { customer_id: coach.customer, role: 'viewer', name: 'Ana', given_by: 'manager' },
    ])
    const change = { customer_id: coach.customer, changed_by: manager.customer }
    expect(changes).toEqual([
      { ...change, former: 'supporter', role: 'viewer', changed_at: expect.stringMatching(/Z$/) },
      { ...change, former: 'coach', role: 'supporter', changed_at: expect.stringMatching(/Z$/) },
    ])
  })

  test('refuses a change by a manager who has not seen the last one', async () => {
    const [manager, coach] = [await signInAs('manager'), await signInAs('manager')]
    expect(await give(manager, coach.customer, 'viewer', { former: 'supporter' })).toBe('changed-meanwhile')
    expect(await readRole(coach.customer)).toBe('manager')
    // A repeated change, whose first response was lost.
    expect(await give(manager, coach.customer, 'manager', { former: 'coach' })).toBe('unchanged')
  })

  test('keeps the name that managers give out of the log, and changes it with any grant', async () => {
    const [manager, coach] = [await signInAs('manager'), await signIn()]
    const start = api.logLines.length
    await give(manager, coach.customer, 'viewer', { name: 'Ana from Recife' })
    expect(api.logLines.slice(start).join('')).not.toContain('Recife')
    expect(await give(manager, coach.customer, 'viewer', { name: 'Ana' })).toBe('unchanged')
    expect((await list(manager)).roles).toMatchObject([{}, { name: 'Ana' }])
  })

  test('a member of the group keeps the role of the group, and is told so', async () => {
    const member = await signIn(undefined, ['admin'])
    expect(await give(member, member.customer, 'viewer')).toBe('by-operator')
    expect(await readRole(member.customer)).toBe('coach')
  })

  test('a manager cannot change the role of a member of the group, as long as the server knows of it', async () => {
    const clock = { now: Date.now() }
    const manager = await signIn(api.createInstance({ clock }).client())
    await storeRole(manager.customer, 'manager')
    const member = await signIn(undefined, ['admin'])
    await storeRole(member.customer, 'viewer')
    expect(await give(manager, member.customer, 'coach')).toBe('by-operator')
    expect(await readRole(member.customer)).toBe('viewer')
    clock.now += 13 * 3_600_000
    await api.database.db.update(sessions).set({ secondFactorAt: new Date(clock.now) })
    expect(await give(manager, member.customer, 'coach')).toBe('given')
  })

  test.each([
    ['an empty text', ''],
    ['only blanks and invisible marks', ' \n\u200B\u202E '],
  ])('removes the name with %s', async (_, name) => {
    const [manager, coach] = [await signInAs('manager'), await signIn()]
    await give(manager, coach.customer, 'viewer', { name: 'Ana' })
    expect(await give(manager, coach.customer, 'viewer', { name })).toBe('unchanged')
    expect((await list(manager)).roles).toMatchObject([{}, { name: null }])
    await give(manager, coach.customer, 'supporter', { name: 'Ana' })
    await give(manager, coach.customer, 'viewer', { name })
    expect((await list(manager)).roles).toMatchObject([{}, { name: null }])
  })

  test.each([
    ['', null],
    ['\u202EAna', 'Ana'],
  ])('lists the name %j, which a previous release stored, as %j', async (name, listed) => {
    const [manager, coach] = [await signInAs('manager'), await signIn()]
    await api.database.db.insert(roles).values({ customerId: coach.customer, role: 'viewer', name })
    expect((await list(manager)).roles).toMatchObject([{}, { name: listed }])
  })

  test('stores a name in one line, without marks that change the direction of the text after it', async () => {
    const [manager, coach] = [await signInAs('manager'), await signIn()]
    const name = ' \u2068Ana\u2069\r\n\u202ELima\u0007\u2028דנה\u202C '
    expect(await give(manager, coach.customer, 'viewer', { name })).toBe('given')
    expect((await list(manager)).roles).toMatchObject([{}, { name: 'Ana Lima דנה' }])
  })

  test('gives a role only to a customer with an account', async () => {
    const manager = await signInAs('manager')
    expect(await give(manager, 'nobody', 'viewer')).toBe('not-found')
    expect(await list(manager)).toMatchObject({ roles: [{}], changes: [] })
  })

  test('a manager of the configuration keeps the role, whatever the app does', async () => {
    const operator = String(Math.floor(Math.random() * 1e12))
    const settings = { admins: [operator, '900000000099'] }
    const client = api.createInstance({ settings }).client()
    const authToken = api.identity.loyaltyToken(operator)
    const login = { authToken, locale: 'en-US', device: randomUUID() }
    expect((await client.post('/api/login', login)).body.customer.role).toBe('manager')
    await api.database.db.update(sessions).set({ secondFactorAt: new Date() })
    expect(await give({ client }, operator, 'coach')).toBe('by-operator')
    expect((await list({ client })).roles).toEqual(
      [
        { customer_id: operator, role: 'manager', name: null, given_by: 'operator' },
        { customer_id: '900000000099', role: 'manager', name: null, given_by: 'operator' },
      ].toSorted((a, b) => a.customer_id.localeCompare(b.customer_id)),
    )
    // With a manager of the configuration who has an account, the app may take every role.
    const { customer } = await signInAs('manager')
    expect(await give({ client }, customer, 'coach')).toBe('given')
    // Another start of the server, without the customer in the configuration.
    const [row] = await api.database.db.select().from(roles)
    expect(row).toBeUndefined()
    const later = api.createInstance().client()
    expect((await later.post('/api/login', login)).body.customer.role).toBe('coach')
  })

  test('the group of a user pool makes managers for 12 hours, beside the roles of the app', async () => {
    const clock = { now: Date.now() }
    const client = api.createInstance({ clock }).client()
    const member = await signIn(client, ['admin'])
    await storeRole(member.customer, 'viewer')
    expect((await call(member, 'roles')).status).toBe(200)
    clock.now += 12 * 3_600_000 + 1
    await api.database.db.update(sessions).set({ secondFactorAt: new Date(clock.now) })
    expect((await call(member, 'roles')).body.error.code).toBe('admin-only')
    expect((await call(member, 'appHealthOverview')).body.error?.code).not.toBe('admin-only')
  })

  test('a taken role is taken from servers of the previous release, too', async () => {
    const [manager, other] = [await signInAs('manager'), await signInAs('manager')]
    await api.database.db.insert(admins).values({ customerId: other.customer })
    await give(manager, other.customer, 'viewer')
    expect(await api.database.db.select().from(admins)).toEqual([])
  })

  test('an erasure forgets the role, the changes, and who made those of others', async () => {
    const [manager, other, coach] = [await signInAs('manager'), await signInAs('manager'), await signIn()]
    await give(other, coach.customer, 'viewer')
    await give(manager, other.customer, 'supporter')
    await manager.client.post('/api/erase-customer', { customer_id: other.customer, reason: 'asked' })
    expect(Object.keys(findRowsWith(await dumpDatabase(api.database.db), other.customer))).toEqual([])
    expect((await list(manager)).changes).toMatchObject([
      { customer_id: coach.customer, role: 'viewer', changed_by: null },
    ])
  })
})
