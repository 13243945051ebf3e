import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Result } from '../lib/result.ts'
import type { AuthProvider, FaultKind, ProviderFault } from './provider.ts'

/** A running identity provider, as the contract needs it. */
export type ProviderHarness = {
  /** The provider on one device; the same name again is the same device after a reload. */
  on: (device: string) => AuthProvider
  /** The code in the newest e-mail to an address. */
  codeFor: (email: string) => Promise<string>
  /** Does the work without network. */
  offline: <T>(work: () => Promise<T>) => Promise<T>
  close: () => Promise<void>
}

const password = 'Treino-2026!'
const account = (email: string) => ({ email, password, firstName: 'Ana', lastName: 'Souza' })

const valueOf = <T>(result: Result<T, ProviderFault>): T => {
  if (!result.ok) throw new Error(`${result.error.kind}: ${result.error.name}`)
  return result.value
}
const faultOf = (result: Result<unknown, ProviderFault>): FaultKind | 'none' =>
  result.ok ? 'none' : result.error.kind

/** What every identity provider does alike; run once per implementation, against the real thing. */
export const authProviderContract = (
  name: string,
  verifiedBy: AuthProvider['verifiedBy'],
  start: () => Promise<ProviderHarness>,
): void => {
  describe(`${name} as an identity provider`, () => {
    let harness: ProviderHarness
    let device: AuthProvider
    let counter = 0
    const newEmail = () => `coach-${(counter += 1)}@example.com`

    const register = async (email = newEmail()): Promise<string> => {
      const { verified } = valueOf(await device.signUp(account(email)))
      if (!verified) valueOf(await device.confirm(email, await harness.codeFor(email)))
      return email
    }

    beforeAll(async () => {
      harness = await start()
      device = harness.on('phone')
    })
    afterAll(() => harness.close())

    test('signs up, is verified and signs in as the same customer', async () => {
      const email = newEmail()
      const { userID, verified } = valueOf(await device.signUp(account(email)))
      expect(device.verifiedBy).toBe(verifiedBy)
      expect(verified).toBe(verifiedBy === 'sign-up')
      if (!verified) valueOf(await device.confirm(email, await harness.codeFor(email)))
      const session = valueOf(await device.signIn(email, password))
      expect(session).toMatchObject({ userID, email, firstName: 'Ana', lastName: 'Souza' })
      expect(session.expire).toBeGreaterThan(Date.now())
      for (const token of [session.accessToken, session.refreshToken, session.identityToken]) {
        expect(token).not.toBe('')
      }
    })

    test('calls an address that has an account taken', async () => {
      expect(faultOf(await device.signUp(account(await register())))).toBe('user-exists')
    })

    test('calls a password that breaks the rules weak', async () => {
      expect(faultOf(await device.signUp({ ...account(newEmail()), password: 'barriers' }))).toBe(
        'password-weak',
      )
    })

    test('tells a wrong password from an unknown account', async () => {
      expect(faultOf(await device.signIn(await register(), 'Outra-2026!'))).toBe('password-wrong')
      expect(faultOf(await device.signIn(newEmail(), password))).toBe('user-unknown')
    })

    test.runIf(verifiedBy === 'code')('signs nobody in before the address is confirmed', async () => {
      const email = newEmail()
      valueOf(await device.signUp(account(email)))
      expect(faultOf(await device.signIn(email, password))).toBe('user-unconfirmed')
      valueOf(await device.confirm(email, await harness.codeFor(email)))
      valueOf(await device.signIn(email, password))
    })

    test.runIf(verifiedBy === 'code')(
      'an account that was never confirmed goes on by signing up again',
      async () => {
        const email = newEmail()
        valueOf(await device.signUp(account(email)))
        expect(valueOf(await device.signUp(account(email)))).toEqual({ verified: false })
        valueOf(await device.confirm(email, await harness.codeFor(email)))
        expect(faultOf(await device.signUp(account(email)))).toBe('user-exists')
      },
    )

    test.runIf(verifiedBy === 'code')('without network no code is sent or taken', () =>
      harness.offline(async () => {
        expect(faultOf(await device.resendCode(newEmail()))).toBe('network')
        expect(faultOf(await device.confirm(newEmail(), '123456'))).toBe('network')
      }),
    )

    test.runIf(verifiedBy === 'sign-up')('there is no code to type or to send', async () => {
      const email = await register()
      expect(faultOf(await device.confirm(email, '123456'))).toBe('other')
      expect(faultOf(await device.resendCode(email))).toBe('other')
    })

    test('a forgotten password is replaced by a code', async () => {
      const email = await register()
      valueOf(await device.requestReset(email))
      const code = await harness.codeFor(email)
      const wrong = code === '000000' ? '111111' : '000000'
      const reset = { email, code, password: 'Novo-2026!' }
      expect(faultOf(await device.resetPassword({ ...reset, code: wrong }))).toBe('code-wrong')
      expect(faultOf(await device.resetPassword({ ...reset, password: 'barriers' }))).toBe('password-weak')
      valueOf(await device.resetPassword(reset))
      expect(faultOf(await device.signIn(email, password))).toBe('password-wrong')
      expect(valueOf(await device.signIn(email, 'Novo-2026!')).email).toBe(email)
      expect(faultOf(await device.resetPassword(reset))).toBe('code-expired')
    })

    test('nobody gets a code for an account that is none', async () => {
      expect(faultOf(await device.requestReset(newEmail()))).toBe('user-unknown')
    })

    test('asking for codes again and again is stopped', async () => {
      const email = await register()
      let fault: FaultKind | 'none' = 'none'
      for (let tries = 0; tries < 8 && fault === 'none'; tries += 1) {
        fault = faultOf(await device.requestReset(email))
      }
      expect(fault).toBe('too-many-requests')
    })

    test('a password is changed by who knows the old one, and the session stays', async () => {
      const email = await register()
      const { userID } = valueOf(await device.signIn(email, password))
      expect(faultOf(await device.changePassword('Outra-2026!', 'Novo-2026!'))).toBe('password-wrong')
      expect(faultOf(await device.changePassword(password, 'barriers'))).toBe('password-weak')
      valueOf(await device.changePassword(password, 'Novo-2026!'))
      expect(valueOf(await device.session({ fresh: true })).userID).toBe(userID)
      valueOf(await device.signIn(email, 'Novo-2026!'))
    })

    test('a password is not changed without a session', async () => {
      await device.signOut()
      expect(faultOf(await device.changePassword(password, 'Novo-2026!'))).toBe('session-ended')
      expect(faultOf(await device.signOutEverywhere())).toBe('session-ended')
    })

    test('signing out everywhere ends the session here', async () => {
      valueOf(await device.signIn(await register(), password))
      valueOf(await device.signOutEverywhere())
      expect(faultOf(await device.session())).toBe('session-ended')
    })

    test.runIf(verifiedBy === 'code')(
      'refuses a wrong code, sends another one, and takes a confirmation that is repeated',
      async () => {
        const email = newEmail()
        valueOf(await device.signUp(account(email)))
        const first = await harness.codeFor(email)
        const wrong = first === '000000' ? '111111' : '000000'
        expect(faultOf(await device.confirm(email, wrong))).toBe('code-wrong')
        valueOf(await device.resendCode(email))
        const code = await harness.codeFor(email)
        valueOf(await device.confirm(email, code))
        valueOf(await device.confirm(email, code))
      },
    )

    test('keeps the session over a reload', async () => {
      const signedIn = valueOf(await device.signIn(await register(), password))
      expect(valueOf(await harness.on('phone').session())).toEqual(signedIn)
      expect(faultOf(await harness.on('other phone').session())).toBe('session-ended')
    })

    test('renews the tokens of the same customer, once for two callers at the same time', async () => {
      const before = valueOf(await device.signIn(await register(), password))
      const [one, two] = await Promise.all([device.session({ fresh: true }), device.session()])
      expect(valueOf(one)).toMatchObject({ userID: before.userID, email: before.email })
      expect(valueOf(one).accessToken).not.toBe(before.accessToken)
      expect(valueOf(two).accessToken).toBe(valueOf(one).accessToken)
    })

    test('a sign-in replaces the session before it', async () => {
      await device.signIn(await register(), password)
      const other = await register()
      expect(valueOf(await device.signIn(other, password)).email).toBe(other)
      expect(valueOf(await device.session()).email).toBe(other)
    })

    test('hands out storage credentials that always belong to the same identity', async () => {
      await device.signIn(await register(), password)
      const one = valueOf(await device.storageCredentials())
      const two = valueOf(await device.storageCredentials())
      expect(one.identityId).toMatch(/^[\w-]+:[\w-]+$/)
      expect(two.identityId).toBe(one.identityId)
      expect(one.expiration).toBeGreaterThan(Date.now())
      const other = await register()
      await device.signIn(other, password)
      expect(valueOf(await device.storageCredentials()).identityId).not.toBe(one.identityId)
    })

    test('without network every call says so, and the session stays', async () => {
      const email = await register()
      const before = valueOf(await device.signIn(email, password))
      await harness.offline(async () => {
        expect(faultOf(await device.session({ fresh: true }))).toBe('network')
        expect(faultOf(await device.storageCredentials())).toBe('network')
        expect(faultOf(await device.signUp(account(newEmail())))).toBe('network')
        expect(faultOf(await device.requestReset(email))).toBe('network')
        const reset = { email, code: '123456', password: 'Novo-2026!' }
        expect(faultOf(await device.resetPassword(reset))).toBe('network')
        expect(faultOf(await device.changePassword(password, 'Novo-2026!'))).toBe('network')
        expect(faultOf(await device.signOutEverywhere())).toBe('network')
        expect(valueOf(await device.session())).toEqual(before)
      })
      expect(valueOf(await device.session()).userID).toBe(before.userID)
    })

    test('signing out ends the session here, with and without network', async () => {
      const email = await register()
      await device.signIn(email, password)
      await device.signOut()
      expect(faultOf(await device.session())).toBe('session-ended')
      expect(faultOf(await device.storageCredentials())).toBe('session-ended')
      await device.signIn(email, password)
      await harness.offline(() => device.signOut())
      expect(faultOf(await device.session())).toBe('session-ended')
    })
  })
}
