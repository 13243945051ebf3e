import { expect, test } from 'vitest'
import {
  account,
  faultOf,
  newEmail,
  password,
  type ProviderWorld,
  valueOf,
} from './provider-world.contract.ts'

/** Tests of the session between sign-in and sign-out. */
export const sessionContract = (world: ProviderWorld): void => {
  test('signing out everywhere ends the session here', async () => {
    const { device, register } = world()
    valueOf(await device.signIn(await register(), password))
    valueOf(await device.signOutEverywhere())
    expect(faultOf(await device.session())).toBe('session-ended')
  })

  test('keeps the session over a reload', async () => {
    const { device, harness, register } = world()
    const signedIn = valueOf(await device.signIn(await register(), password))
    expect(valueOf(await harness.on('phone').session())).toEqual(signedIn)
    expect(faultOf(await harness.on('other phone').session())).toBe('session-ended')
  })

  test('renews the tokens of the same customer, once for two callers at the same time', async () => {
    const { device, register } = world()
    const before = valueOf(await device.signIn(await register(), password))
    const [one, two] = await Promise.all([device.session({ fresh: true }), device.session()])
    expect(valueOf(one)).toMatchObject({ userID: before.userID, email: before.email })
    expect(valueOf(one).accessToken).not.toBe(before.accessToken)
    expect(valueOf(two).accessToken).toBe(valueOf(one).accessToken)
  })

  test('a new name is in the session, after a reload and a renewal too, and in the next sign-in', async () => {
    const { device, harness, register } = world()
    const email = await register()
    const before = valueOf(await device.signIn(email, password))
    const named = { firstName: 'Bia', lastName: 'Nunes' }
    expect(valueOf(await device.rename(named))).toMatchObject({ userID: before.userID, email, ...named })
    expect(valueOf(await harness.on('phone').session())).toMatchObject(named)
    expect(valueOf(await device.session({ fresh: true }))).toMatchObject(named)
    expect(valueOf(await harness.on('other phone').signIn(email, password))).toMatchObject(named)
    await harness.on('other phone').signOut()
  })

  test('nobody is renamed without a session', async () => {
    const { device } = world()
    await device.signOut()
    expect(faultOf(await device.rename({ firstName: 'Bia', lastName: 'Nunes' }))).toBe('session-ended')
  })

  test('a sign-in replaces the session before it', async () => {
    const { device, register } = world()
    await device.signIn(await register(), password)
    const other = await register()
    expect(valueOf(await device.signIn(other, password)).email).toBe(other)
    expect(valueOf(await device.session()).email).toBe(other)
  })

  test('hands out storage credentials that always belong to the same identity', async () => {
    const { device, register } = world()
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
    const { device, harness, register } = world()
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
      expect(faultOf(await device.rename({ firstName: 'Bia', lastName: 'Nunes' }))).toBe('network')
      expect(valueOf(await device.session())).toEqual(before)
    })
    expect(valueOf(await device.session()).userID).toBe(before.userID)
  })

  test('signing out ends the session here, with and without network', async () => {
    const { device, harness, register } = world()
    const email = await register()
    await device.signIn(email, password)
    await device.signOut()
    expect(faultOf(await device.session())).toBe('session-ended')
    expect(faultOf(await device.storageCredentials())).toBe('session-ended')
    await device.signIn(email, password)
    await harness.offline(() => device.signOut())
    expect(faultOf(await device.session())).toBe('session-ended')
  })
}
