import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectOperator } from '../sandbox/testing/connect-operator.ts'
import { createDevice, type Tab } from './testing/device.ts'
import { demoPassword } from './testing/people.ts'
import { startServices, type RunningServices } from './testing/start-services.ts'
import { withFault, faultNames, offline } from './testing/network-faults.ts'

/** s; short enough to wait for, long enough for a sign-in */
const lifetime = 6

let services: RunningServices
beforeAll(async () => {
  services = await startServices({ tokenLifetimes: { idSeconds: lifetime, accessSeconds: lifetime } })
  await connectOperator(services.sandbox, 'BR').disableEmailCode('admin.br@example.com')
})
afterAll(() => services.close())

const ended = { status: 'anonymous', endReason: 'errorMessage.sessionExpired' }

describe.each([
  ['pt-BR', 'coach.br@example.com', 'GetTokensFromRefreshToken'],
  ['en-US', 'coach.us@example.com', '/loyalty/oauth/refresh'],
] as const)('a session in %s', (locale, email, refresh) => {
  const signIn = async (as: string = email, password = demoPassword) => {
    const device = createDevice(services)
    const tab = device.open()
    const signedIn = await tab.signIn(locale, as, password)
    if (!signedIn.ok) throw new Error(signedIn.error.message)
    return { device, tab, user: signedIn.value }
  }

  describe('with expired tokens', () => {
    /** One device for each test. The tests wait for a real expiry, because three processes read the clock. */
    let expired: Record<'renewed' | 'disturbed' | 'refused', Awaited<ReturnType<typeof signIn>>>
    const admin = email.replace('coach', 'admin')
    beforeAll(async () => {
      expired = { renewed: await signIn(), disturbed: await signIn(), refused: await signIn(admin) }
      await wait(lifetime * 1000 + 200)
    })

    test('continues with new ones', async () => {
      const { device, user } = expired.renewed
      const reloaded = device.open()
      expect(await reloaded.check()).toMatchObject({
        status: 'authenticated',
        user: { userID: user.userID, email },
      })
      await expect
        .poll(() => {
          const state = reloaded.state()
          return state.status === 'authenticated' && state.user.accessToken !== user.accessToken
        })
        .toBe(true)
      expect(await reloaded.requestAccessToken(user.userID)).toMatchObject({ ok: true })
    })

    test('survives a lost network and a failed refresh', async () => {
      const { device, user } = expired.disturbed
      const still = { status: 'authenticated', user: { userID: user.userID } }
      expect(await offline(() => device.open().check())).toMatchObject(still)
      for (const fault of faultNames) {
        expect(await withFault(refresh, fault, () => device.open().check())).toMatchObject(still)
      }
      expect(await device.open().check()).toMatchObject(still)
      expect(device.stored.has('currentUser')).toBe(true)
    })

    test('ends with the provider’s message when the provider refuses to continue it', async () => {
      const { device } = expired.refused
      // Under load, a step may take longer than the lifetime of the laptop's tokens.
      const onLaptop = async (
        step: (tab: Tab, customer: string) => Promise<{ ok: boolean }>,
        password: string,
      ) => {
        await expect
          .poll(async () => {
            const { tab, user } = await signIn(admin, password)
            return (await step(tab, user.userID)).ok
          })
          .toBe(true)
      }
      const change = { oldPassword: demoPassword, newPassword: 'Novo-2026!' }
      await onLaptop((tab, customer) => tab.changePassword(customer, change), demoPassword)
      await onLaptop((tab, customer) => tab.signOutEverywhere(customer), 'Novo-2026!')
      const tab = device.open()
      await tab.check()
      await expect.poll(() => tab.state()).toEqual(ended)
      expect(device.stored.has('currentUser')).toBe(false)
    })
  })

  test('survives a reload', async () => {
    const { device, user } = await signIn()
    expect(await device.open().check()).toEqual({ status: 'authenticated', user })
  })

  test.each([-5, 5])('survives a clock that is %d hours wrong', async (hours) => {
    const { device, user } = await signIn()
    device.advance(hours * 3_600_000)
    const tab = device.open()
    expect(await tab.check()).toMatchObject({ status: 'authenticated', user: { userID: user.userID } })
    expect((await tab.requestIdentityToken(user.userID)).ok).toBe(true)
  })

  test('returns storage credentials of one identity, whatever the device', async () => {
    const [phone, laptop] = [await signIn(), await signIn()]
    const [one, two] = await Promise.all(
      [phone, laptop].map(({ tab, user }) => tab.requestStorageCredentials(user.userID)),
    )
    expect(one?.ok && one.value.identityId).toMatch(/^us-east-1:/)
    expect(two?.ok && two.value.identityId).toBe(one?.ok && one.value.identityId)
  })

  test('leaves nothing on the device when the coach signs out', async () => {
    const { device, tab, user } = await signIn()
    await tab.signOut(user.userID)
    expect([...device.stored.keys()]).toEqual([])
    expect(await tab.check()).toMatchObject({ status: 'anonymous' })
  })
})
