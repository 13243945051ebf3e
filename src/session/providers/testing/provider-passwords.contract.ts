import { expect, test } from 'vitest'
import type { ProviderFailureKind } from '../provider.ts'
import { getFailureKind, newEmail, password, type ProviderWorld, unwrap } from './provider-world.contract.ts'

/** Tests of replacing and changing a password. */
export const passwordContract = (world: ProviderWorld): void => {
  test('a forgotten password is replaced by a code', async () => {
    const { device, harness, register } = world()
    const email = await register()
    unwrap(await device.requestReset(email))
    const code = await harness.codeFor(email)
    const wrong = code === '000000' ? '111111' : '000000'
    const reset = { email, code, password: 'Novo-2026!' }
    expect(getFailureKind(await device.resetPassword({ ...reset, code: wrong }))).toBe('code-wrong')
    expect(getFailureKind(await device.resetPassword({ ...reset, password: 'barriers' }))).toBe(
      'password-weak',
    )
    unwrap(await device.resetPassword(reset))
    expect(getFailureKind(await device.signIn(email, password))).toBe('password-wrong')
    expect(unwrap(await device.signIn(email, 'Novo-2026!')).email).toBe(email)
    expect(getFailureKind(await device.resetPassword(reset))).toBe('code-expired')
  })

  test('nobody gets a code for an account that does not exist', async () => {
    const { device } = world()
    expect(getFailureKind(await device.requestReset(newEmail()))).toBe('user-unknown')
  })

  test('asking for codes again and again is stopped', async () => {
    const { device, register } = world()
    const email = await register()
    let fault: ProviderFailureKind | 'none' = 'none'
    for (let tries = 0; tries < 8 && fault === 'none'; tries += 1) {
      fault = getFailureKind(await device.requestReset(email))
    }
    expect(fault).toBe('too-many-requests')
  })

  test('a password is changed by who knows the old one, and the session stays', async () => {
    const { device, register } = world()
    const email = await register()
    const { userID } = unwrap(await device.signIn(email, password))
    expect(getFailureKind(await device.changePassword('Outra-2026!', 'Novo-2026!'))).toBe('password-wrong')
    expect(getFailureKind(await device.changePassword(password, 'barriers'))).toBe('password-weak')
    unwrap(await device.changePassword(password, 'Novo-2026!'))
    expect(unwrap(await device.session({ fresh: true })).userID).toBe(userID)
    unwrap(await device.signIn(email, 'Novo-2026!'))
  })

  test('a password is checked beside the session, which stays whatever comes of it', async () => {
    const { device, harness, register } = world()
    const email = await register()
    const before = unwrap(await device.signIn(email, password))
    expect(getFailureKind(await device.checkPassword(email, 'Outra-2026!'))).toBe('password-wrong')
    const { accessToken } = unwrap(await device.checkPassword(email, password))
    expect(accessToken).not.toBe(before.accessToken)
    expect(unwrap(await device.session())).toEqual(before)
    expect(unwrap(await harness.on('phone').session({ fresh: true })).userID).toBe(before.userID)
  })

  test('by a password that was checked the account is deleted, where the provider can', async () => {
    const { device, harness, register } = world()
    const email = await register()
    unwrap(await device.signIn(email, password))
    const { deleteAccount } = unwrap(await device.checkPassword(email, password))
    const signedIn = async () => getFailureKind(await harness.on('other phone').signIn(email, password))
    expect(await signedIn()).toBe('none')
    const isDeleted = unwrap(await deleteAccount()) === 'deleted'
    expect(await signedIn()).toBe(isDeleted ? 'user-unknown' : 'none')
    expect(getFailureKind(await device.session({ fresh: true }))).toBe(isDeleted ? 'session-ended' : 'none')
    await device.signOut()
    await harness.on('other phone').signOut()
  })

  test('a password is not changed without a session', async () => {
    const { device } = world()
    await device.signOut()
    expect(getFailureKind(await device.changePassword(password, 'Novo-2026!'))).toBe('session-ended')
    expect(getFailureKind(await device.signOutEverywhere())).toBe('session-ended')
  })
}
