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
export const authProviderContract = (name: string, start: () => Promise<ProviderHarness>): void => {
  describe(`${name} as an identity provider`, () => {
    let harness: ProviderHarness
    let device: AuthProvider
    let counter = 0
    const newEmail = () => `coach-${(counter += 1)}@example.com`

    const register = async (email = newEmail()): Promise<string> => {
      valueOf(await device.signUp(account(email)))
      valueOf(await device.confirm(email, await harness.codeFor(email)))
      return email
    }

    beforeAll(async () => {
      harness = await start()
      device = harness.on('phone')
    })
    afterAll(() => harness.close())

    test('signs up, confirms by code and signs in as the same customer', async () => {
      const email = newEmail()
      const { userID } = valueOf(await device.signUp(account(email)))
      expect(faultOf(await device.signIn(email, password))).toBe('user-unconfirmed')
      valueOf(await device.confirm(email, await harness.codeFor(email)))
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

    test('refuses a wrong code, sends another one, and takes a confirmation that is repeated', async () => {
      const email = newEmail()
      valueOf(await device.signUp(account(email)))
      const first = await harness.codeFor(email)
      const wrong = first === '000000' ? '111111' : '000000'
      expect(faultOf(await device.confirm(email, wrong))).toBe('code-wrong')
      valueOf(await device.resendCode(email))
      const code = await harness.codeFor(email)
      valueOf(await device.confirm(email, code))
      valueOf(await device.confirm(email, code))
    })

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
        expect(faultOf(await device.resendCode(email))).toBe('network')
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
