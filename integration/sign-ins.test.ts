import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDevice } from './testing/device.ts'
import { newcomer, password } from './testing/people.ts'
import { startServices, type RunningServices } from './testing/start-services.ts'
import { unwrap } from './testing/unwrap.ts'

// A coach sees where they are signed in, and ends that on another device, whose tokens are far from expiry.

let services: RunningServices
beforeAll(async () => {
  services = await startServices()
})
afterAll(() => services.close())

describe.each(['pt-BR', 'en-US'] as const)('in %s', (locale) => {
  const signIn = async (email: string) => {
    const device = createDevice(services)
    const tab = device.open()
    const user = unwrap(await tab.signIn(locale, email, password))
    const list = async () =>
      unwrap(await device.api.call('mySignIns', { customer_id: user.userID })).sign_ins.map(
        ({ current, signed_in_at: time }) => ({ current, time }),
      )
    return { device, tab, user, list }
  }
  type SignedIn = Awaited<ReturnType<typeof signIn>>

  const endOthers = async ({ device, user, list }: SignedIn) => {
    const others = (await list()).filter(({ current }) => !current)
    const times = others.map(({ time }) => time)
    return device.api.call('endSignIns', { customer_id: user.userID, signed_in_at: times })
  }

  /** A coach who is signed in on two devices. A pool's tokens tell sign-ins of different seconds apart. */
  const signInTwice = async () => {
    const input = newcomer()
    const { next } = unwrap(await createDevice(services).open().signUp(locale, input))
    const { email } = input
    if (next === 'verify') {
      const code = await services.codeFor(email)
      unwrap(await createDevice(services).open().confirm(locale, email, code))
    }
    const laptop = await signIn(email)
    await wait(1000)
    const phone = await signIn(email)
    const before = await phone.list()
    return { email, laptop, phone, before }
  }

  const endedElsewhere = { status: 'anonymous', endReason: 'error.endedElsewhere' }

  test('the other device is signed out for good and says why, this one stays signed in', async () => {
    const { email, laptop, phone, before } = await signInTwice()
    expect(before.filter(({ current }) => current)).toHaveLength(1)
    expect(before.length).toBeGreaterThanOrEqual(2)
    const { accessToken, userID } = laptop.user
    const authToken = unwrap(await laptop.tab.requestIdentityToken(userID))

    expect(await endOthers(phone)).toMatchObject({ ok: true })
    expect(await phone.list()).toEqual([expect.objectContaining({ current: true })])
    const login = { authToken, locale, device: laptop.device.id }
    const refused = { ok: false, error: { code: 'identity-refused' } }
    expect(await laptop.device.api.call('login', login)).toMatchObject(refused)
    expect(await laptop.device.api.call('storageIdentity', { accessToken })).toMatchObject(refused)
    await laptop.tab.check()
    // A check does not validate a token of the loyalty provider before it expires.
    expect((await laptop.tab.renew(userID)).ok).toBe(false)
    expect(laptop.tab.state()).toEqual(endedElsewhere)
    expect(laptop.device.stored.has('currentUser')).toBe(false)

    expect(await phone.tab.check()).toMatchObject({ status: 'authenticated' })
    expect(await phone.tab.renew(userID)).toEqual({ ok: true, value: undefined })
    await wait(1000)
    const again = await signIn(email)
    expect(await again.list()).toHaveLength(2)
  })

  test('a device whose tokens had expired meanwhile says why, too', async () => {
    const { laptop, phone } = await signInTwice()
    await endOthers(phone)
    laptop.device.advance(2 * 3_600_000)
    const reloaded = laptop.device.open()
    await reloaded.check()
    expect((await reloaded.renew(laptop.user.userID)).ok).toBe(false)
    // Only a tab that showed the session says why it has ended.
    expect(laptop.device.stored.get('ended')).toBe('error.endedElsewhere')
  })
})
