import { expect, test } from 'vitest'
import type { FaultKind } from '../provider.ts'
import { faultOf, newEmail, password, type ProviderWorld, valueOf } from './provider-world.contract.ts'

/** Tests of replacing and changing a password. */
export const passwordContract = (world: ProviderWorld): void => {
  test('a forgotten password is replaced by a code', async () => {
    const { device, harness, register } = world()
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

  test('nobody gets a code for an account that does not exist', async () => {
    const { device } = world()
    expect(faultOf(await device.requestReset(newEmail()))).toBe('user-unknown')
  })

  test('asking for codes again and again is stopped', async () => {
    const { device, register } = world()
    const email = await register()
    let fault: FaultKind | 'none' = 'none'
    for (let tries = 0; tries < 8 && fault === 'none'; tries += 1) {
      fault = faultOf(await device.requestReset(email))
    }
    expect(fault).toBe('too-many-requests')
  })

  test('a password is changed by who knows the old one, and the session stays', async () => {
    const { device, register } = world()
    const email = await register()
    const { userID } = valueOf(await device.signIn(email, password))
    expect(faultOf(await device.changePassword('Outra-2026!', 'Novo-2026!'))).toBe('password-wrong')
    expect(faultOf(await device.changePassword(password, 'barriers'))).toBe('password-weak')
    valueOf(await device.changePassword(password, 'Novo-2026!'))
    expect(valueOf(await device.session({ fresh: true })).userID).toBe(userID)
    valueOf(await device.signIn(email, 'Novo-2026!'))
  })

  test('a password is checked beside the session, which stays whatever comes of it', async () => {
    const { device, harness, register } = world()
    const email = await register()
    const before = valueOf(await device.signIn(email, password))
    expect(faultOf(await device.checkPassword(email, 'Outra-2026!'))).toBe('password-wrong')
    const { accessToken } = valueOf(await device.checkPassword(email, password))
    expect(accessToken).not.toBe(before.accessToken)
    expect(valueOf(await device.session())).toEqual(before)
    expect(valueOf(await harness.on('phone').session({ fresh: true })).userID).toBe(before.userID)
  })

  test('by a password that was checked the account is deleted, where the provider can', async () => {
    const { device, harness, register } = world()
    const email = await register()
    valueOf(await device.signIn(email, password))
    const { deleteAccount } = valueOf(await device.checkPassword(email, password))
    const signedIn = async () => faultOf(await harness.on('other phone').signIn(email, password))
    expect(await signedIn()).toBe('none')
    const isDeleted = valueOf(await deleteAccount()) === 'deleted'
    expect(await signedIn()).toBe(isDeleted ? 'user-unknown' : 'none')
    expect(faultOf(await device.session({ fresh: true }))).toBe(isDeleted ? 'session-ended' : 'none')
    await device.signOut()
    await harness.on('other phone').signOut()
  })

  test('a password is not changed without a session', async () => {
    const { device } = world()
    await device.signOut()
    expect(faultOf(await device.changePassword(password, 'Novo-2026!'))).toBe('session-ended')
    expect(faultOf(await device.signOutEverywhere())).toBe('session-ended')
  })
}
