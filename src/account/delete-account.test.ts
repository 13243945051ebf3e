import { expect, test } from 'vitest'
import { fail, ok } from '../lib/result.ts'
import { fault, providerOf } from '../session/providers/testing/fake-provider.ts'
import type { AuthProvider } from '../session/providers/provider.ts'
import { signedIn } from '../session/testing/coach.ts'
import { healthyApi, noNetwork } from '../session/testing/product-api.ts'
import { accountWorld } from './testing/account-world.ts'

const receipt = {
  number: '0c8a54d2-0f7a-4d0e-8f35-2f5a7d1f9c11',
  customer_hash: 'a'.repeat(64),
  erased_at: '2026-11-22T10:00:00.000Z',
  by: 'customer',
  rows: { customers: 1 },
  key_id: '2026-11',
  signature: 'signed',
}
const erased = () => ok({ receipt })

/** A provider that notes what becomes of the account. */
const deletable = (deleteAccount: () => ReturnType<AuthProvider['signOutEverywhere']> | void = () => {}) => {
  const asked: string[] = []
  const checkPassword: AuthProvider['checkPassword'] = async (email, password) => {
    asked.push(email)
    if (password !== 'right') return fail(fault('password-wrong'))
    return ok({
      accessToken: 'fresh',
      deleteAccount: async () => {
        asked.push('delete')
        const result = await deleteAccount()
        return result && !result.ok ? result : ok('deleted' as const)
      },
    })
  }
  return { asked, provider: providerOf({ checkPassword }) }
}

test('the account ends at the product API, then at the provider, then on this device', async () => {
  const { asked, provider } = deletable()
  const { world, openTab } = accountWorld({
    stored: signedIn(),
    provider,
    responses: { ...healthyApi(), eraseAccount: erased },
  })
  const tab = openTab()
  const before: unknown[] = []
  const deleted = await tab.deleteAccount('user-1', 'right', async () => {
    before.push(world.stored.has('currentUser'))
  })
  expect(deleted).toEqual(ok({ receipt, signIn: 'deleted' }))
  expect(world.calls).toContainEqual({
    name: 'eraseAccount',
    body: { customer_id: 'user-1', accessToken: 'fresh' },
  })
  expect(asked.at(-1)).toBe('delete')
  expect(before).toEqual([true])
  expect(tab.state()).toEqual({ status: 'anonymous' })
  expect(world.stored.has('currentUser')).toBe(false)
})

test('a wrong password changes nothing', async () => {
  const { provider } = deletable()
  const { world, openTab } = accountWorld({ stored: signedIn(), provider })
  const wrong = fail({ message: 'changePassword.oldPasswordWrong' })
  expect(await openTab().checkPassword('user-1', 'wrong')).toEqual(wrong)
  expect(await openTab().deleteAccount('user-1', 'wrong')).toEqual(wrong)
  expect(world.calls).toEqual([])
  expect(world.stored.has('currentUser')).toBe(true)
})

test('where the product API cannot be reached, the account stays at the provider too', async () => {
  const { asked, provider } = deletable()
  const { world, openTab } = accountWorld({
    stored: signedIn(),
    provider,
    responses: { ...healthyApi(), eraseAccount: noNetwork },
  })
  expect(await openTab().deleteAccount('user-1', 'right')).toEqual(fail({ message: 'error.network' }))
  expect(asked).not.toContain('delete')
  expect(world.stored.has('currentUser')).toBe(true)
})

test('a provider that does not delete is said to have failed, and the session here ends all the same', async () => {
  const { provider } = deletable(async () => fail(fault('service')))
  const { world, openTab } = accountWorld({
    stored: signedIn(),
    provider,
    responses: { ...healthyApi(), eraseAccount: erased },
  })
  const tab = openTab()
  expect(await tab.deleteAccount('user-1', 'right')).toEqual(ok({ receipt, signIn: 'failed' }))
  expect(tab.state()).toEqual({ status: 'anonymous' })
  expect(world.logged.join()).toContain('The provider did not delete an account')
})

test('a device that cannot delete what it holds ends the session all the same, and the receipt is there', async () => {
  const { provider } = deletable()
  const { world, openTab } = accountWorld({
    stored: signedIn(),
    provider,
    responses: { ...healthyApi(), eraseAccount: erased },
  })
  const tab = openTab()
  const broken = async () => Promise.reject(new Error('the database is gone'))
  expect(await tab.deleteAccount('user-1', 'right', broken)).toEqual(ok({ receipt, signIn: 'deleted' }))
  expect(tab.state()).toEqual({ status: 'anonymous' })
  expect(world.logged.join()).toContain('the database is gone')
})

test('the screen of another coach deletes nothing', async () => {
  const { asked, provider } = deletable()
  const { openTab } = accountWorld({ stored: signedIn(), provider })
  expect(await openTab().deleteAccount('user-2', 'right')).toEqual(fail({ message: 'error.otherCustomer' }))
  expect(asked).toEqual([])
})
