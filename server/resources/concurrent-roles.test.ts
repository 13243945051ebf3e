import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { customers, roleChanges, roles } from '../db/schema.ts'
import { testDatabases } from '../testing/database/test-database.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { withRoles } from '../testing/with-roles.ts'

describe.each(testDatabases)('on %s', (database) => {
  let api: TestApp
  const { signIn, storeRole, signInAs, give, erase, eraseOwn, list } = withRoles(() => api)
  beforeAll(async () => {
    api = await startTestApp(database)
  })
  beforeEach(async () => {
    await api.database.db.delete(roles)
    await api.database.db.delete(roleChanges)
  })
  afterAll(() => api.stop())

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
    await eraseOwn(eva)
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
})
