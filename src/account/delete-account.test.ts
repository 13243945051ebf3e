import { expect, test } from 'vitest'
import { fail, ok } from '../lib/result.ts'
import { fault, createProvider } from '../session/providers/testing/fake-provider.ts'
import type { AuthProvider } from '../session/providers/provider.ts'
import { email, signedIn, storedUser } from '../session/testing/coach.ts'
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

/** A provider that records the deletion of the account. */
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
  return { asked, provider: createProvider({ checkPassword }) }
}

test('deletes the account at the product API, then at the provider, then on this device', async () => {
  const { asked, provider } = deletable()
  const { world, openTab } = accountWorld({
    stored: signedIn(),
    provider,
    responses: { ...healthyApi(), eraseAccount: erased },
  })
  const tab = openTab()
  const before: unknown[] = []
  const deleted = await tab.deleteAccount('user-1', 'right', {
    beforeLeaving: async () => void before.push(world.stored.has('currentUser')),
  })
  expect(deleted).toEqual(ok({ receipt, signIn: 'deleted' }))
  expect(world.calls).toContainEqual({
    name: 'eraseAccount',
    body: { customer_id: 'user-1', accessToken: 'fresh' },
  })
  expect(asked.at(-1)).toBe('delete')
  expect(before).toEqual([true])
  expect(tab.state()).toMatchObject({ status: 'anonymous', deletion: 'finished' })
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

test('keeps the account at the provider when the product API is unreachable', async () => {
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

test('reports a failed deletion at the provider, and ends the session here', async () => {
  const { provider } = deletable(async () => fail(fault('service')))
  const { world, openTab } = accountWorld({
    stored: signedIn(),
    provider,
    responses: { ...healthyApi(), eraseAccount: erased },
  })
  const tab = openTab()
  expect(await tab.deleteAccount('user-1', 'right')).toEqual(ok({ receipt, signIn: 'failed' }))
  expect(tab.state()).toMatchObject({ status: 'anonymous', deletion: 'finished' })
  expect(world.logged.join()).toContain('The provider did not delete an account')
})

test('does not report a failure when the provider’s response was lost and it no longer knows the user', async () => {
  const { provider } = deletable(async () => fail(fault('user-unknown')))
  const { openTab } = accountWorld({
    stored: signedIn(),
    provider,
    responses: { ...healthyApi(), eraseAccount: erased },
  })
  expect(await openTab().deleteAccount('user-1', 'right')).toEqual(ok({ receipt, signIn: 'deleted' }))
})

test('ends the session and keeps the receipt when the device cannot delete its data', async () => {
  const { provider } = deletable()
  const { world, openTab } = accountWorld({
    stored: signedIn(),
    provider,
    responses: { ...healthyApi(), eraseAccount: erased },
  })
  const tab = openTab()
  const beforeLeaving = async () => Promise.reject(new Error('the database is gone'))
  expect(await tab.deleteAccount('user-1', 'right', { beforeLeaving })).toEqual(
    ok({ receipt, signIn: 'deleted' }),
  )
  expect(tab.state()).toMatchObject({ status: 'anonymous', deletion: 'finished' })
  expect(world.logged.join()).toContain('the database is gone')
})

test('deletes nothing from the screen of another coach', async () => {
  const { asked, provider } = deletable()
  const { openTab } = accountWorld({ stored: signedIn(), provider })
  expect(await openTab().deleteAccount('user-2', 'right')).toEqual(fail({ message: 'error.otherCustomer' }))
  expect(asked).toEqual([])
})

const done = async () => undefined

/** A device that began a deletion and lost the response. */
const cutOff = async () => {
  const { asked, provider } = deletable()
  const { world, openTab } = accountWorld({
    stored: signedIn(),
    provider,
    responses: { ...healthyApi(), eraseAccount: noNetwork },
  })
  const filesLeft = ['match.mp4']
  expect(await openTab().deleteAccount('user-1', 'right', { filesLeft })).toEqual(
    fail({ message: 'error.network' }),
  )
  asked.length = 0
  return { world, openTab, asked }
}

test('finds a deletion with a lost response at the next start, and suspends its session', async () => {
  const { openTab } = await cutOff()
  expect(await openTab().check()).toMatchObject({ status: 'anonymous', deletion: 'started' })
})

test('finishes the deletion by password without a session, which would create an account', async () => {
  const { world, openTab, asked } = await cutOff()
  const tab = openTab()
  await tab.check()
  expect(await tab.signIn('pt-BR', email, 'right')).toEqual(
    fail({ message: 'errorMessage.authLoginError', reason: 'deleteAccount.begun.signIn' }),
  )
  const wrong = await tab.finishDeletion(email, 'wrong', done)
  expect(wrong).toMatchObject(fail({ message: 'errorMessage.passwordIsWrong' }))
  world.respond('eraseAccount', erased)
  const forgotten: string[] = []
  const finished = await tab.finishDeletion(email, 'right', async (customer) => void forgotten.push(customer))
  expect(finished).toEqual(ok({ receipt, signIn: 'deleted', filesLeft: ['match.mp4'] }))
  expect(asked.at(-1)).toBe('delete')
  expect(forgotten).toEqual(['user-1'])
  expect(world.callNames()).not.toContain('login')
  expect(world.stored.has('currentUser')).toBe(false)
  // The receipt stays until the person has it, and does not name the account.
  const next = openTab()
  expect(await next.check()).toMatchObject({ status: 'anonymous', deletion: 'finished' })
  expect(JSON.stringify(world.stored.get('deletion'))).not.toContain('user-1')
  await next.forgetDeletion()
  expect(next.state()).toMatchObject({ status: 'anonymous' })
  expect(world.stored.has('deletion')).toBe(false)
})

test('keeps another account that signs in, and does not finish the deletion', async () => {
  const { world, openTab, asked } = await cutOff()
  world.respond('eraseAccount', () => fail({ code: 'identity-refused', status: 403 }))
  const tab = openTab()
  expect(await tab.finishDeletion('ben@example.com', 'right', done)).toEqual(
    fail({ message: 'deleteAccount.begun.other' }),
  )
  expect(asked).not.toContain('delete')
  expect(await tab.check()).toMatchObject({ status: 'anonymous', deletion: 'started' })
})

test('has the receipt when the app was closed after the provider’s deletion', async () => {
  const checkPassword: AuthProvider['checkPassword'] = async () => fail(fault('user-unknown'))
  const stored = signedIn()
  stored.set('deletion', { customer: 'user-1', locale: 'pt-BR', receipt })
  const { openTab } = accountWorld({ stored, provider: createProvider({ checkPassword }) })
  expect(await openTab().finishDeletion(email, 'right', done)).toEqual(ok({ receipt, signIn: 'deleted' }))
})

test('treats a member unknown to the loyalty provider as a possible typing error', async () => {
  const checkPassword: AuthProvider['checkPassword'] = async () => fail(fault('user-unknown'))
  const stored = signedIn()
  stored.set('deletion', { customer: 'user-1', locale: 'en-US', receipt })
  const { openTab } = accountWorld({ stored, provider: createProvider({ checkPassword }) })
  expect(await openTab().finishDeletion(email, 'wrong', done)).toMatchObject(
    fail({ message: 'errorMessage.authSignUpUserNotFound' }),
  )
})

test('gives the receipt to a coach who can no longer sign in, and says that the provider may keep the sign-in', async () => {
  const stored = signedIn()
  stored.set('deletion', { customer: 'user-1', locale: 'pt-BR', receipt, filesLeft: ['a.mp4'] })
  const tab = accountWorld({ stored }).openTab()
  expect(await tab.check()).toMatchObject({ status: 'anonymous', deletion: 'erased' })
  await tab.cancelDeletion(done)
  expect(tab.state()).toMatchObject({ status: 'anonymous', deletion: 'finished' })
  expect(await tab.readFinishedDeletion()).toEqual({ receipt, signIn: 'failed', filesLeft: ['a.mp4'] })
})

test('resumes the suspended session when the coach keeps the account', async () => {
  const { openTab } = await cutOff()
  const tab = openTab()
  await tab.check()
  await tab.cancelDeletion(done)
  expect(tab.customer()).toBe('user-1')
})

test('does not ask another coach who signs in on the device about the deletion', async () => {
  const { world, openTab } = await cutOff()
  world.stored.set('currentUser', { ...storedUser(), userID: 'user-2' })
  const tab = openTab()
  await tab.check()
  expect(tab.customer()).toBe('user-2')
  await tab.signOut('user-2')
  expect(tab.state()).toMatchObject({ status: 'anonymous', deletion: 'started' })
})

test.each([
  ['begun', { customer: 'user-1', locale: 'pt-BR' }, 'deleteAccount.begun.otherFirst'],
  ['finished', { receipt, signIn: 'deleted' }, 'deleteAccount.begun.otherReceipt'],
])(
  'keeps a deletion that is %s when another coach on the device requests theirs',
  async (_stage, deletion, message) => {
    const { asked, provider } = deletable()
    const stored = signedIn()
    stored.set('currentUser', { ...storedUser(), userID: 'user-2' })
    stored.set('deletion', deletion)
    const { world, openTab } = accountWorld({ stored, provider })
    const refused = fail({ message })
    expect(await openTab().checkPassword('user-2', 'right')).toEqual(refused)
    expect(await openTab().deleteAccount('user-2', 'right')).toEqual(refused)
    expect(asked).toEqual([])
    expect(world.callNames()).not.toContain('eraseAccount')
    expect(stored.get('deletion')).toEqual(deletion)
  },
)

test.each([
  ['a refusal', { code: 'sign-in-too-old', status: 401 }, undefined],
  ['a lost response', { code: 'no-answer', status: 0 }, 'started'],
  ["somebody's page", { code: 'foreign-answer', status: 403 }, 'started'],
] as const)('whether %s leaves a started deletion: %#', async (_what, error, deletion) => {
  const { provider } = deletable()
  const responses = { ...healthyApi(), eraseAccount: () => fail(error) }
  const { openTab } = accountWorld({ stored: signedIn(), provider, responses })
  await openTab().deleteAccount('user-1', 'right')
  const state = await openTab().check()
  expect(state.status === 'anonymous' ? state.deletion : undefined).toBe(deletion)
})
