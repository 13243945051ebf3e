import { expect, test } from 'vitest'
import type { AuthProvider } from '../provider.ts'
import {
  account,
  getFailureKind,
  newEmail,
  password,
  type ProviderWorld,
  unwrap,
} from './provider-world.contract.ts'

/** Tests of account creation and sign-in. */
export const accountContract = (world: ProviderWorld, verifiedBy: AuthProvider['verifiedBy']): void => {
  test('signs up, is verified and signs in as the same customer', async () => {
    const { device, harness } = world()
    const email = newEmail()
    const { userID, verified } = unwrap(await device.signUp(account(email)))
    expect(device.verifiedBy).toBe(verifiedBy)
    expect(verified).toBe(verifiedBy === 'sign-up')
    if (!verified) unwrap(await device.confirm(email, await harness.codeFor(email)))
    const session = unwrap(await device.signIn(email, password))
    expect(session).toMatchObject({ userID, email, firstName: 'Ana', lastName: 'Souza' })
    expect(session.expire).toBeGreaterThan(Date.now())
    for (const token of [session.accessToken, session.refreshToken, session.identityToken]) {
      expect(token).not.toBe('')
    }
  })

  test('calls an address that has an account taken', async () => {
    const { device, register } = world()
    expect(getFailureKind(await device.signUp(account(await register())))).toBe('user-exists')
  })

  test('calls a password that breaks the rules weak', async () => {
    const { device } = world()
    expect(getFailureKind(await device.signUp({ ...account(newEmail()), password: 'barriers' }))).toBe(
      'password-weak',
    )
  })

  test('tells a wrong password from an unknown account', async () => {
    const { device, register } = world()
    expect(getFailureKind(await device.signIn(await register(), 'Outra-2026!'))).toBe('password-wrong')
    expect(getFailureKind(await device.signIn(newEmail(), password))).toBe('user-unknown')
  })

  test.runIf(verifiedBy === 'code')('signs nobody in before the address is confirmed', async () => {
    const { device, harness } = world()
    const email = newEmail()
    unwrap(await device.signUp(account(email)))
    expect(getFailureKind(await device.signIn(email, password))).toBe('user-unconfirmed')
    unwrap(await device.confirm(email, await harness.codeFor(email)))
    unwrap(await device.signIn(email, password))
  })

  test.runIf(verifiedBy === 'code')(
    'an account that was never confirmed goes on by signing up again',
    async () => {
      const { device, harness } = world()
      const email = newEmail()
      unwrap(await device.signUp(account(email)))
      expect(unwrap(await device.signUp(account(email)))).toEqual({ verified: false })
      unwrap(await device.confirm(email, await harness.codeFor(email)))
      expect(getFailureKind(await device.signUp(account(email)))).toBe('user-exists')
    },
  )

  test.runIf(verifiedBy === 'code')('without network no code is sent or taken', async () => {
    const { device, harness } = world()
    await harness.offline(async () => {
      expect(getFailureKind(await device.resendCode(newEmail()))).toBe('network')
      expect(getFailureKind(await device.confirm(newEmail(), '123456'))).toBe('network')
    })
  })

  test.runIf(verifiedBy === 'sign-up')('there is no code to type or to send', async () => {
    const { device, register } = world()
    const email = await register()
    expect(getFailureKind(await device.confirm(email, '123456'))).toBe('other')
    expect(getFailureKind(await device.resendCode(email))).toBe('other')
  })

  test.runIf(verifiedBy === 'code')(
    'refuses a wrong code, sends another one, and takes a confirmation that is repeated',
    async () => {
      const { device, harness } = world()
      const email = newEmail()
      unwrap(await device.signUp(account(email)))
      const first = await harness.codeFor(email)
      const wrong = first === '000000' ? '111111' : '000000'
      expect(getFailureKind(await device.confirm(email, wrong))).toBe('code-wrong')
      unwrap(await device.resendCode(email))
      const code = await harness.codeFor(email)
      unwrap(await device.confirm(email, code))
      unwrap(await device.confirm(email, code))
    },
  )
}
