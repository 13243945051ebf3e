import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Role } from '../../../src/contract/roles.ts'
import { readLog, storeLogRecords } from './replay-log.ts'
import { roleChanges, roles, sessions } from '../schema.ts'
import { testDatabases } from '../../testing/database/test-database.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { withRoles } from '../../testing/with-roles.ts'

describe.each(testDatabases)('on %s', (database) => {
  let api: TestApp
  const { signIn, signInAs, give, list } = withRoles(() => api)
  beforeAll(async () => {
    api = await startTestApp(database)
  })
  beforeEach(async () => {
    await api.database.db.delete(roles)
    await api.database.db.delete(roleChanges)
  })
  afterAll(() => api.stop())

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
