import { expect, test } from 'vitest'
import { fail } from '../lib/result.ts'
import type { AuthProvider } from '../session/providers/provider.ts'
import { createProvider, fault } from '../session/providers/testing/fake-provider.ts'
import { signedIn } from '../session/testing/coach.ts'
import { accountWorld } from './testing/account-world.ts'

const wrong = async () => fail(fault('password-wrong'))
const loadHosted: AuthProvider['loadHosted'] = async () => fail(fault('network'))

test.each([
  ['a pool with a page for organisations', { loadHosted }, { reason: 'hostedSignIn.noPassword' }],
  ['a pool without one', {}, {}],
])('says at %s why a password may be wrong', async (_pool, page, reason) => {
  const { openTab } = accountWorld({
    stored: signedIn(),
    provider: createProvider({ checkPassword: wrong, changePassword: wrong, ...page }),
  })
  const tab = openTab()
  const refusal = fail({ message: 'changePassword.oldPasswordWrong', ...reason })
  const change = { oldPassword: 'Bola1234!', newPassword: 'Bola5678!' }
  expect(await tab.changePassword('user-1', change)).toEqual(refusal)
  expect(await tab.deleteAccount('user-1', 'Bola1234!')).toEqual(refusal)
  const { turnOff } = await tab.loadSecondFactor()
  expect(await turnOff('user-1', 'Bola1234!')).toEqual(refusal)
})
