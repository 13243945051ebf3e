import { expect, test } from 'vitest'
import { createDeferred } from '../lib/async/deferred.ts'
import { fail, ok } from '../lib/result.ts'
import { accountWorld } from './testing/account-world.ts'
import { email, hour, sessionUntil, signedIn, storedUser } from '../session/testing/coach.ts'
import { healthyApi, noNetwork } from '../session/testing/product-api.ts'
import { fault, createProvider } from '../session/providers/testing/fake-provider.ts'
import type { AuthProvider } from '../session/providers/provider.ts'

const minutes = 60_000
const change = { oldPassword: 'old', newPassword: 'new' }
const reset = { email, code: '123456', password: 'Novo-2026!' }

const tooMany = async () => fail(fault('too-many-requests'))

test('too many resets start a countdown of four minutes, which survives a reload and ends', async () => {
  const { world, openTab } = accountWorld({ provider: createProvider({ resetPassword: tooMany }) })
  world.now = 1000
  const retryAt = 1000 + 4 * minutes
  expect(await openTab().submitNewPassword('pt-BR', reset)).toEqual(
    fail({ message: 'forgotPassword.timeoutMessage', retryAt }),
  )
  const reloaded = openTab()
  expect(await reloaded.readResetPauseEnd()).toBe(retryAt)
  world.now = retryAt
  expect(await reloaded.readResetPauseEnd()).toBeUndefined()
})

test('does not lengthen the countdown when the clock is set back', async () => {
  const { world, openTab } = accountWorld({ provider: createProvider({ resetPassword: tooMany }) })
  world.now = 60 * minutes
  const tab = openTab()
  await tab.submitNewPassword('pt-BR', reset)
  world.now = 0
  expect(await tab.readResetPauseEnd()).toBeUndefined()
})

test('too many requests for a code start a countdown too, with the message of that step', async () => {
  const { openTab } = accountWorld({ provider: createProvider({ requestReset: tooMany }) })
  expect(await openTab().forgotPassword('en-GB', email)).toEqual(
    fail({
      message: 'errorMessage.authRecoveryPassword',
      reason: 'forgotPassword.timeoutMessage',
      retryAt: 4 * minutes,
    }),
  )
})

test('starts no countdown when the provider sends no more codes today', async () => {
  const provider = createProvider({ requestReset: async () => fail(fault('daily-email-limit')) })
  const tab = accountWorld({ provider }).openTab()
  expect(await tab.forgotPassword('en-GB', email)).toEqual(
    fail({ message: 'errorMessage.authRecoveryPassword', reason: 'errorMessage.noMoreCodesToday' }),
  )
  expect(await tab.readResetPauseEnd()).toBeUndefined()
})

test('ends the other sessions after a change of password, and reopens this one', async () => {
  const { world, openTab } = accountWorld({ stored: signedIn() })
  expect(await openTab().changePassword('user-1', change)).toEqual(ok(undefined))
  expect(world.calls).toEqual([
    { name: 'resetTokens', body: { accessToken: 'access-1' } },
    { name: 'login', body: expect.objectContaining({ authToken: 'identity-1' }) },
  ])
  expect(world.stored.has('currentUser')).toBe(true)
})

test.each(['resetTokens', 'signIn', 'login'] as const)(
  'stays signed out after a sign-out while a change of password waits for %s',
  async (step) => {
    const stored = signedIn()
    const tokens = new Set(['access-1'])
    const leave = async () => {
      for (const key of ['currentUser', 'updated']) stored.delete(key)
      tokens.clear()
    }
    /** Another tab signs out while a request of this step is on its way. */
    const during = <T>(name: typeof step, response: T): T => {
      if (name === step) void leave()
      return response
    }
    const { openTab } = accountWorld({
      stored,
      provider: createProvider({
        signIn: async () => {
          const signedIn = during('signIn', ok(sessionUntil(hour, 'access-2')))
          tokens.add('access-2')
          return signedIn
        },
        signOut: async () => tokens.clear(),
      }),
      responses: {
        ...healthyApi(),
        resetTokens: () => during('resetTokens', healthyApi().resetTokens()),
        login: () => during('login', healthyApi().login()),
      },
    })
    const tab = openTab()
    expect(await tab.changePassword('user-1', change)).toEqual(ok(undefined))
    expect(stored.has('currentUser')).toBe(false)
    expect(tokens).toEqual(new Set())
    expect(tab.state().status).not.toBe('authenticated')
  },
)

test('keeps a change of password and logs a failure to end the other sessions', async () => {
  const { world, openTab } = accountWorld({
    stored: signedIn(),
    responses: { ...healthyApi(), resetTokens: noNetwork },
  })
  expect((await openTab().changePassword('user-1', change)).ok).toBe(true)
  expect(world.logged.join()).toContain('The sign-out after a password change failed')
  expect(world.stored.has('currentUser')).toBe(true)
})

test('changes nothing after a refused change of password', async () => {
  const changePassword = async () => fail(fault('password-wrong'))
  const { world, openTab } = accountWorld({
    stored: signedIn(),
    provider: createProvider({ changePassword }),
  })
  expect(await openTab().changePassword('user-1', change)).toEqual(
    fail({ message: 'changePassword.oldPasswordWrong' }),
  )
  expect(world.calls).toEqual([])
})

test.each([true, false])(
  'a change of password with a sign-out everywhere (which works: %s) ends the session here',
  async (works) => {
    let asked = 0
    const signOutEverywhere: AuthProvider['signOutEverywhere'] = async () => {
      asked += 1
      return works ? ok(undefined) : fail(fault('network'))
    }
    const { world, openTab } = accountWorld({
      stored: signedIn(),
      provider: createProvider({ signOutEverywhere }),
    })
    const tab = openTab()
    expect((await tab.changePassword('user-1', { ...change, signOutHereToo: true })).ok).toBe(true)
    expect(asked).toBe(1)
    expect(tab.state().status).toBe('anonymous')
    expect(world.logged.join().includes('The sign-out after a password change failed')).toBe(!works)
  },
)

test('reports a failed sign-out everywhere, and keeps the session', async () => {
  const signOutEverywhere = async () => fail(fault('network'))
  const { world, openTab } = accountWorld({
    stored: signedIn(),
    provider: createProvider({ signOutEverywhere }),
  })
  expect(await openTab().signOutEverywhere('user-1')).toEqual(fail({ message: 'error.network' }))
  expect(world.stored.has('currentUser')).toBe(true)
})

test('a sign-out everywhere calls product API and provider, and clears the session', async () => {
  const { world, openTab } = accountWorld({ stored: signedIn() })
  const tab = openTab()
  expect(await tab.signOutEverywhere('user-1')).toEqual(ok(undefined))
  expect(world.callNames()).toContain('resetTokens')
  expect(tab.state()).toEqual({ status: 'anonymous', hasSignedOut: true })
  expect(world.stored.has('currentUser')).toBe(false)
})

test.each(['signOutEverywhere', 'changePassword'] as const)(
  'runs the work before leaving (%s) while the session is still stored',
  async (way) => {
    const { world, openTab } = accountWorld({ stored: signedIn() })
    const tab = openTab()
    const seen: boolean[] = []
    const beforeLeaving = async () => {
      seen.push(world.stored.has('currentUser') && tab.state().status !== 'anonymous')
    }
    if (way === 'signOutEverywhere') await tab.signOutEverywhere('user-1', beforeLeaving)
    else await tab.changePassword('user-1', { ...change, signOutHereToo: true, beforeLeaving })
    expect(seen).toEqual([true])
    expect(world.stored.has('currentUser')).toBe(false)
  },
)

test.each(['signOutEverywhere', 'changePassword'] as const)(
  'starts signed out when the app is closed during the work before leaving (%s)',
  async (way) => {
    const { world, openTab } = accountWorld({ stored: signedIn() })
    const tab = openTab()
    const reached = createDeferred<void>()
    const beforeLeaving = () => {
      reached.resolve()
      return new Promise<never>(() => undefined)
    }
    if (way === 'signOutEverywhere') void tab.signOutEverywhere('user-1', beforeLeaving)
    else void tab.changePassword('user-1', { ...change, signOutHereToo: true, beforeLeaving })
    await reached.promise
    expect(await openTab().check()).toEqual({ status: 'anonymous' })
    expect(world.stored.has('currentUser')).toBe(false)
  },
)

test('skips the work before leaving when the sign-out everywhere fails', async () => {
  const signOutEverywhere = async () => fail(fault('network'))
  const { openTab } = accountWorld({ stored: signedIn(), provider: createProvider({ signOutEverywhere }) })
  let done = 0
  await openTab().signOutEverywhere('user-1', async () => void done++)
  expect(done).toBe(0)
})

test('returns the provider’s tokens', async () => {
  const { openTab } = accountWorld({ stored: signedIn() })
  const tab = openTab()
  expect(await tab.requestAccessToken('user-1')).toEqual(ok('access-1'))
  expect(await tab.requestIdentityToken('user-1')).toEqual(ok('identity-1'))
})

test('changes nothing and returns no token without a session', async () => {
  const { openTab } = accountWorld()
  const tab = openTab()
  const needed = fail({ message: 'error.signInNeeded' })
  expect(await tab.changePassword('user-1', change)).toEqual(needed)
  expect(await tab.signOutEverywhere('user-1')).toEqual(needed)
  expect(await tab.requestIdentityToken('user-1')).toEqual(needed)
})

test('a tab that slept while another coach signed in does not change their account', async () => {
  const asked: string[] = []
  const record = (name: string) => async () => {
    asked.push(name)
    return fail(fault('other'))
  }
  const { world, openTab } = accountWorld({
    stored: signedIn(),
    provider: createProvider({
      rename: record('rename'),
      changePassword: record('changePassword'),
      signOutEverywhere: record('signOutEverywhere'),
    }),
  })
  const tab = openTab()
  await tab.check()
  world.stored.set('currentUser', { ...storedUser(), userID: 'user-2' })
  const calls = world.calls.length
  const other = fail({ message: 'error.otherCustomer' })
  expect(await tab.changePassword('user-1', change)).toEqual(other)
  expect(await tab.signOutEverywhere('user-1')).toEqual(other)
  expect(await tab.rename('user-1', { firstName: 'Ana', lastName: 'B' })).toEqual(other)
  expect(asked).toEqual([])
  expect(world.calls.slice(calls)).toEqual([])
})

test('ends at the next start what a reset left that was interrupted by closing the app', async () => {
  const tokens = new Set<string>()
  const provider = createProvider({
    signIn: async () => {
      tokens.add('access-2')
      return ok(sessionUntil(hour, 'access-2'))
    },
    signOut: async () => tokens.clear(),
  })
  // The app is closed while the provider ends the earlier sign-ins.
  const closing = { ...provider, signOutEverywhere: () => new Promise<never>(() => undefined) }
  const { world, openTab } = accountWorld({ provider: closing })
  void openTab().submitNewPassword('pt-BR', reset)
  await expect.poll(() => world.callNames()).toContain('resetTokens')
  expect(tokens).toEqual(new Set(['access-2']))
  const restarted = accountWorld({ provider, stored: world.stored })
  await restarted.openTab().check()
  await expect.poll(() => tokens).toEqual(new Set())
})

test('leaves nothing to report after a reset', async () => {
  const { world, openTab } = accountWorld()
  expect(await openTab().submitNewPassword('pt-BR', reset)).toEqual(ok(undefined))
  expect(world.stored.has('leaving')).toBe(false)
})
