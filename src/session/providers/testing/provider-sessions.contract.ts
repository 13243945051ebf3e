import { expect, test } from 'vitest'
import {
  account,
  getFailureKind,
  newEmail,
  password,
  type ProviderWorld,
  unwrap,
} from './provider-world.contract.ts'

/** Tests of the session between sign-in and sign-out. */
export const sessionContract = (world: ProviderWorld): void => {
  test('signing out everywhere ends the session here', async () => {
    const { device, register } = world()
    unwrap(await device.signIn(await register(), password))
    unwrap(await device.signOutEverywhere())
    expect(getFailureKind(await device.session())).toBe('session-ended')
  })

  test('keeps the session over a reload', async () => {
    const { device, harness, register } = world()
    const signedIn = unwrap(await device.signIn(await register(), password))
    expect(unwrap(await harness.on('phone').session())).toEqual(signedIn)
    expect(getFailureKind(await harness.on('other phone').session())).toBe('session-ended')
  })

  test('renews the tokens of the same customer, once for two callers at the same time', async () => {
    const { device, register } = world()
    const before = unwrap(await device.signIn(await register(), password))
    const [one, two] = await Promise.all([device.session({ fresh: true }), device.session()])
    expect(unwrap(one)).toMatchObject({ userID: before.userID, email: before.email })
    expect(unwrap(one).accessToken).not.toBe(before.accessToken)
    expect(unwrap(two).accessToken).toBe(unwrap(one).accessToken)
  })

  test('a new name is in the session, after a reload and a renewal too, and in the next sign-in', async () => {
    const { device, harness, register } = world()
    const email = await register()
    const before = unwrap(await device.signIn(email, password))
    const named = { firstName: 'Bia', lastName: 'Nunes' }
    expect(unwrap(await device.rename(named))).toMatchObject({ userID: before.userID, email, ...named })
    expect(unwrap(await harness.on('phone').session())).toMatchObject(named)
    expect(unwrap(await device.session({ fresh: true }))).toMatchObject(named)
    expect(unwrap(await harness.on('other phone').signIn(email, password))).toMatchObject(named)
    await harness.on('other phone').signOut()
  })

  test('nobody is renamed without a session', async () => {
    const { device } = world()
    await device.signOut()
    expect(getFailureKind(await device.rename({ firstName: 'Bia', lastName: 'Nunes' }))).toBe('session-ended')
  })

  test('a sign-in replaces the session before it', async () => {
    const { device, register } = world()
    await device.signIn(await register(), password)
    const other = await register()
    expect(unwrap(await device.signIn(other, password)).email).toBe(other)
    expect(unwrap(await device.session()).email).toBe(other)
  })

  test('hands out storage credentials that always belong to the same identity', async () => {
    const { device, register } = world()
    await device.signIn(await register(), password)
    const one = unwrap(await device.requestStorageCredentials())
    const two = unwrap(await device.requestStorageCredentials())
    expect(one.identityId).toMatch(/^[\w-]+:[\w-]+$/)
    expect(two.identityId).toBe(one.identityId)
    expect(one.expiration).toBeGreaterThan(Date.now())
    const other = await register()
    await device.signIn(other, password)
    expect(unwrap(await device.requestStorageCredentials()).identityId).not.toBe(one.identityId)
  })

  test('without network every call says so, and the session stays', async () => {
    const { device, harness, register } = world()
    const email = await register()
    const before = unwrap(await device.signIn(email, password))
    await harness.offline(async () => {
      expect(getFailureKind(await device.session({ fresh: true }))).toBe('network')
      expect(getFailureKind(await device.requestStorageCredentials())).toBe('network')
      expect(getFailureKind(await device.signUp(account(newEmail())))).toBe('network')
      expect(getFailureKind(await device.requestReset(email))).toBe('network')
      const reset = { email, code: '123456', password: 'Novo-2026!' }
      expect(getFailureKind(await device.resetPassword(reset))).toBe('network')
      expect(getFailureKind(await device.changePassword(password, 'Novo-2026!'))).toBe('network')
      expect(getFailureKind(await device.signOutEverywhere())).toBe('network')
      expect(getFailureKind(await device.rename({ firstName: 'Bia', lastName: 'Nunes' }))).toBe('network')
      expect(unwrap(await device.session())).toEqual(before)
    })
    expect(unwrap(await device.session()).userID).toBe(before.userID)
  })

  test('signing out ends the session here, with and without network', async () => {
    const { device, harness, register } = world()
    const email = await register()
    await device.signIn(email, password)
    await device.signOut()
    expect(getFailureKind(await device.session())).toBe('session-ended')
    expect(getFailureKind(await device.requestStorageCredentials())).toBe('session-ended')
    await device.signIn(email, password)
    await harness.offline(() => device.signOut())
    expect(getFailureKind(await device.session())).toBe('session-ended')
  })
}
