import { expect, test } from 'vitest'
import type { ErrorCode } from '../contract/errors.ts'
import type { Role } from '../contract/roles.ts'
import { fail, ok } from '../lib/result.ts'
import { createSession } from './create-session.ts'
import { createOpenAdminPages } from './open-admin-pages.ts'
import { signedIn, storedUser, userIn } from './testing/coach.ts'
import { memoryTabs } from './testing/memory-browser.ts'
import { healthyApi } from './testing/product-api.ts'
import { sessionWorld } from './testing/session-world.ts'

/** Two tabs of a customer whose device knows a role, and a server that names another one. */
const start = async ({ known, named }: { known: Role; named: Role | ErrorCode }) => {
  const stored = signedIn()
  stored.set('currentUser', { ...storedUser(), admin: known !== 'coach', role: known })
  const isRefusal = named === 'admin-only' || named === 'no-answer'
  const openAdminPages = () =>
    isRefusal ? fail({ code: named, status: 403 }) : ok({ state: 'set-up', role: named })
  const responses = { ...healthyApi(), openAdminPages }
  const join = memoryTabs()
  const openTab = () => sessionWorld({ stored, responses, tabs: join() })
  const [here, there] = [openTab(), openTab()]
  const session = createSession(here.deps)
  const other = createSession(there.deps)
  await session.check()
  await other.check()
  const open = createOpenAdminPages('user-1', { ...session, api: here.deps.api })
  const getShownRole = ({ state }: typeof session) => {
    const shown = state()
    return shown.status === 'authenticated' ? shown.user.role : undefined
  }
  return { stored, session, other, open, getShownRole }
}

test.each([
  ['coach', 'viewer', true],
  ['viewer', 'manager', true],
  ['manager', 'supporter', true],
] as const)(
  'a %s who has become a %s is one in every tab, without a new sign-in',
  async (known, named, admin) => {
    const { stored, session, other, open, getShownRole } = await start({ known, named })
    expect(await open()).toEqual(ok('set-up'))
    expect(getShownRole(session)).toBe(named)
    await expect.poll(() => getShownRole(other)).toBe(named)
    expect(userIn(stored)).toMatchObject({ role: named, admin, accessToken: 'access-1' })
  },
)

test('a customer whose role was taken is a coach again, and learns that the pages are not for them', async () => {
  const { stored, session, open, getShownRole } = await start({ known: 'supporter', named: 'admin-only' })
  expect(await open()).toEqual(ok('forbidden'))
  expect(getShownRole(session)).toBe('coach')
  expect(userIn(stored)).toMatchObject({ role: 'coach', admin: false })
})

test('a failed call changes no role', async () => {
  const { session, open, getShownRole } = await start({ known: 'viewer', named: 'no-answer' })
  expect(await open()).toMatchObject({ ok: false })
  expect(getShownRole(session)).toBe('viewer')
})

test('a role that arrives after the sign-out is not stored', async () => {
  const { stored, session } = await start({ known: 'coach', named: 'viewer' })
  await session.signOut('user-1')
  await session.storeRole('user-1', 'viewer')
  expect(stored.has('currentUser')).toBe(false)
  expect(session.state().status).toBe('anonymous')
})
