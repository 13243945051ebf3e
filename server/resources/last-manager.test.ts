import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { roleChanges, roles, sessions } from '../db/schema.ts'
import { testDatabases } from '../testing/database/test-database.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { withRoles } from '../testing/with-roles.ts'

describe.each(testDatabases)('on %s', (database) => {
  let api: TestApp
  const { signIn, storeRole, signInAs, give, erase, eraseOwn } = withRoles(() => api)
  beforeAll(async () => {
    api = await startTestApp(database)
  })
  beforeEach(async () => {
    await api.database.db.delete(roles)
    await api.database.db.delete(roleChanges)
  })
  afterAll(() => api.stop())

  const countManagers = () => api.database.db.$count(roles, eq(roles.role, 'manager'))

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

  test('no admin erases a manager of the configuration or of the group', async () => {
    const [manager, operator] = [await signInAs('manager'), await signIn()]
    const member = await signIn(undefined, ['admin'])
    const clock = { now: Date.now() }
    const client = api.createInstance({ clock, settings: { admins: [operator.customer] } }).client()
    const other = await signIn(client)
    await storeRole(other.customer, 'manager')
    expect(await erase(other, operator.customer)).toBe(422)
    expect(await erase(manager, member.customer)).toBe(422)
    expect(await erase(other, member.customer)).toBe(422)
    // The server has not seen the member in the group for so long that it is no longer known.
    clock.now += 13 * 3_600_000
    await api.database.db.update(sessions).set({ secondFactorAt: new Date(clock.now) })
    expect(await erase(other, member.customer)).toBe(200)
    expect(await erase(other, operator.customer)).toBe(422)
  })

  test('a manager may delete the own account, even as the last one', async () => {
    const manager = await signInAs('manager')
    expect([await eraseOwn(manager), await countManagers()]).toEqual([200, 0])
  })
})
