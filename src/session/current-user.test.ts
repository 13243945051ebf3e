import { expect, test } from 'vitest'
import type { Role } from '../contract/roles.ts'
import { storedUser, userIn } from './testing/coach.ts'

test.each<[{ admin: boolean; role?: Role }, Role]>([
  [{ admin: true }, 'manager'],
  [{ admin: false }, 'coach'],
  [{ admin: true, role: 'viewer' }, 'viewer'],
  [{ admin: true, role: 'manager' }, 'manager'],
])('a stored session with %j is the one of a %s, also from before there were roles', (stored, role) => {
  const { role: _role, ...former } = storedUser()
  expect(userIn(new Map([['currentUser', { ...former, ...stored }]])).role).toBe(role)
})
