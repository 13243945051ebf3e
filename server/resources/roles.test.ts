import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { callNames, productApi } from '../../src/contract/product-api.ts'
import { roles as allRoles, type Role } from '../../src/contract/roles.ts'
import { isAdminCall, type AdminCall } from '../api/handler.ts'
import { readLog, storeLogRecords } from '../db/restore/replay-log.ts'
import { admins, customers, roleChanges, roles, sessions } from '../db/schema.ts'
import { dumpDatabase, findRowsWith } from '../testing/database/dump-database.ts'
import { testDatabases } from '../testing/database/test-database.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import type { TestClient } from '../testing/test-client.ts'

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
  beforeAll(async () => {
    api = await startTestApp(database)
  })
  beforeEach(async () => {
    await api.database.db.delete(roles)
    await api.database.db.delete(roleChanges)
  })
  afterAll(() => api.stop())

  /** Signs a customer in on a browser that has proved a second factor. */
  const signIn = async (client: TestClient = api.client(), groups: string[] = []) => {
    const customer = await client.signIn(undefined, { groups })
    await api.database.db
      .update(sessions)
      .set({ secondFactorAt: new Date() })
      .where(eq(sessions.customerId, customer))
    return { client, customer }
  }

  /** Stores a role as if a manager had given it. */
  const storeRole = (customerId: string, role: Role) =>
    api.database.db.insert(roles).values({ customerId, role })

  const signInAs = async (role: Role) => {
    const coach = await signIn()
    if (role !== 'coach') await storeRole(coach.customer, role)
    return coach
  }

  const call = ({ client }: { client: TestClient }, name: AdminCall) => {
    const { method, path } = productApi[name]
    return method === 'GET' ? client.get(path) : client.post(path, {})
  }
  const readRole = async (customer: string): Promise<Role> => {
    const [row] = await api.database.db.select().from(roles).where(eq(roles.customerId, customer))
    return row?.role ?? 'coach'
  }
  /** Gives a role as a manager who has just read the list. */
  const give = async (
    { client }: { client: TestClient },
    customer: string,
    role: Role,
    { former, ...more }: { former?: Role; name?: string } = {},
  ) => {
    const gift = { customer_id: customer, role, former: former ?? (await readRole(customer)), ...more }
    const { status, body } = await client.post('/api/give-role', gift)
    return status === 200 ? body.outcome : body.error.code
  }
  const erase = async ({ client }: { client: TestClient }, customer: string) =>
    (await client.post('/api/erase-customer', { customer_id: customer, reason: 'asked' })).status
  const countManagers = () => api.database.db.$count(roles, eq(roles.role, 'manager'))
  const list = async ({ client }: { client: TestClient }) => (await client.get('/api/roles')).body

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
    const { roles: given, changes } = await list(manager)
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

  test('keeps the name that managers give out of the log, and changes it with any gift', async () => {
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

  test('refuses to take the role of the last manager', async () => {
    const [manager, coach] = [await signInAs('manager'), await signIn()]
    expect(await give(manager, manager.customer, 'coach')).toBe('last-manager')
    expect(await give(manager, manager.customer, 'supporter')).toBe('last-manager')
    await give(manager, coach.customer, 'manager')
    expect(await give(manager, manager.customer, 'supporter')).toBe('given')
    expect(await give(coach, coach.customer, 'coach')).toBe('last-manager')
  })

  test('leaves a manager if two take the role from each other at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const [ana, ben] = [await signInAs('manager'), await signInAs('manager')]
      const outcomes = await Promise.all([give(ana, ben.customer, 'coach'), give(ben, ana.customer, 'coach')])
      const left = await api.database.db.select().from(roles).where(eq(roles.role, 'manager'))
      expect(left).toHaveLength(1)
      expect(outcomes.toSorted().join()).toMatch(/^(admin-only,given|given,last-manager)$/)
      await api.database.db.delete(roles)
    }
  })

  test('no erasure by an admin loses the last manager', async () => {
    const member = await signIn(undefined, ['admin'])
    const [ana, ben] = [await signInAs('manager'), await signInAs('manager')]
    const results = await Promise.all([
      erase(ana, ben.customer),
      erase(ben, ana.customer),
      erase(member, ana.customer),
    ])
    expect(results).toEqual([422, 422, 422])
    expect(await countManagers()).toBe(2)
    await give(ana, ben.customer, 'viewer')
    expect(await erase(ana, ben.customer)).toBe(200)
  })

  test('a manager may delete the own account, even as the last one', async () => {
    const { client, customer } = await signInAs('manager')
    const accessToken = await api.identity.token(customer, { use: 'access' })
    const { status } = await client.post('/api/erase-account', { customer_id: customer, accessToken })
    expect([status, await countManagers()]).toEqual([200, 0])
  })

  test('two changes of one coach at the same time follow each other', async () => {
    const members = [await signIn(undefined, ['admin']), await signIn(undefined, ['admin'])] as const
    const coach = await signIn()
    for (let round = 0; round < 5; round++) {
      const outcomes = await Promise.all([
        give(members[0], coach.customer, 'supporter', { former: 'coach' }),
        give(members[1], coach.customer, 'viewer', { former: 'coach' }),
      ])
      expect(outcomes.toSorted()).toEqual(['changed-meanwhile', 'given'])
      expect(await api.database.db.$count(roleChanges)).toBe(1)
      await api.database.db.delete(roles)
      await api.database.db.delete(roleChanges)
    }
  })

  test('a manager who lost the role or the account while a change waited changes nothing', async () => {
    const [ana, ben, eva, coach] = [
      await signInAs('manager'),
      await signInAs('manager'),
      await signInAs('manager'),
      await signIn(),
    ]
    if (database === 'PGlite') return
    const { promise: taken, resolve: onTaken } = Promise.withResolvers<void>()
    const { promise: locked, resolve: onLocked } = Promise.withResolvers<void>()
    const holding = api.database.db.transaction(async (tx) => {
      await tx.select().from(customers).where(eq(customers.id, coach.customer)).for('update')
      onLocked()
      await taken
    })
    await locked
    const waiting = [give(ben, coach.customer, 'manager'), give(eva, coach.customer, 'viewer')]
    await expect
      .poll(async () =>
        api.database.db.$count(
          sql`pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        ),
      )
      .toBe(2)
    await give(ana, ben.customer, 'coach')
    const accessToken = await api.identity.token(eva.customer, { use: 'access' })
    await eva.client.post('/api/erase-account', { customer_id: eva.customer, accessToken })
    onTaken()
    await holding
    expect(await Promise.all(waiting)).toEqual(['admin-only', 'signed-out'])
    expect((await list(ana)).changes).toHaveLength(1)
  })

  test('two managers who changed each other’s role can be erased at the same time', async () => {
    const member = await signIn(undefined, ['admin'])
    for (let round = 0; round < 4; round++) {
      const [ana, ben] = [await signInAs('manager'), await signInAs('manager')]
      await give(ana, ben.customer, 'viewer')
      await give(member, ben.customer, 'manager')
      await give(ben, ana.customer, 'viewer')
      await give(member, ben.customer, 'viewer')
      await storeRole(member.customer, 'manager')
      await give(member, ben.customer, 'viewer')
      const results = await Promise.all([erase(member, ana.customer), erase(member, ben.customer)])
      expect(results).toEqual([200, 200])
      await api.database.db.delete(roles)
    }
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

  test('repeats the changes of a log in a restored database, in their order', async () => {
    const [manager, ana, ben] = [await signInAs('manager'), await signIn(), await signIn()]
    const start = api.logLines.length
    await give(manager, ana.customer, 'supporter')
    await give(manager, ana.customer, 'viewer')
    await give(manager, ben.customer, 'supporter')
    await give(manager, ben.customer, 'coach')
    const log = readLog(api.logLines.slice(start).toReversed().join('\n'))
    expect(log).toMatchObject({ unreadCount: 0, roleChanges: { length: 4 } })
    const readRows = async () => ({
      roles: await api.database.db.select().from(roles).orderBy(roles.role),
      changes: await api.database.db.$count(roleChanges),
    })
    const before = await readRows()
    await api.database.db.delete(roleChanges)
    await api.database.db.delete(roles).where(eq(roles.customerId, ana.customer))
    // Twice, as an operator might.
    await storeLogRecords(api.database.db, log)
    await storeLogRecords(api.database.db, log)
    expect(await readRows()).toEqual(before)
  })

  test('keeps the order of changes whose servers have different clocks', async () => {
    const clock = { now: Date.now() + 20_000 }
    const ahead = await signIn(api.createInstance({ clock }).client(), ['admin'])
    const [manager, coach] = [await signInAs('manager'), await signIn()]
    await api.database.db.update(sessions).set({ secondFactorAt: new Date(clock.now) })
    const start = api.logLines.length
    expect(await give(ahead, coach.customer, 'manager')).toBe('given')
    expect(await give(manager, coach.customer, 'coach')).toBe('given')
    const log = readLog(api.logLines.slice(start).join('\n'))
    await api.database.db.delete(roleChanges)
    await storeLogRecords(api.database.db, log)
    expect((await list(manager)).changes.map(({ role }: { role: Role }) => role)).toEqual([
      'coach',
      'manager',
    ])
    expect(await api.database.db.$count(roles, eq(roles.customerId, coach.customer))).toBe(0)
  })

  test('names the roles that a restore loses, and no manager whom the database lacks', async () => {
    const [manager, coach] = [await signInAs('manager'), await signIn()]
    const change = {
      changedAt: new Date(),
      former: 'coach',
      role: 'supporter',
      changedBy: 'newer-1',
    } as const
    const later = {
      ...change,
      changedAt: new Date(change.changedAt.getTime() + 1),
      former: 'supporter',
    } as const
    const lost = await storeLogRecords(api.database.db, {
      erasures: [],
      signOuts: [],
      endedSignIns: [],
      roleChanges: [
        { ...change, customerId: coach.customer },
        { ...change, customerId: 'newer-1' },
        { ...change, customerId: 'newer-2' },
        { ...later, role: 'manager', customerId: 'newer-1' },
        { ...later, role: 'coach', customerId: 'newer-2' },
      ],
    })
    expect(lost).toEqual([{ customer: 'newer-1', role: 'manager' }])
    expect((await list(manager)).changes).toMatchObject([{ customer_id: coach.customer, changed_by: null }])
  })
})
