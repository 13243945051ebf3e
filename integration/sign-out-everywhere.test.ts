import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loyaltyService } from '../src/contract/loyalty/loyalty.ts'
import { createServiceClient } from '../src/contract/service-client.ts'
import { createDevice } from './testing/device.ts'
import { newcomer, password } from './testing/people.ts'
import { startServices, type RunningServices } from './testing/start-services.ts'
import { unwrap } from './testing/unwrap.ts'

// These tests use another device, whose tokens are far from expiry, and a new server that knows neither the
// device nor its tokens. The session has to end there, too.

let services: RunningServices
beforeAll(async () => {
  services = await startServices()
})
afterAll(() => services.close())

const newPassword = 'Novo-2026!'
const ended = { status: 'anonymous', endReason: 'errorMessage.sessionExpired' }
const refused = { ok: false, error: { code: 'identity-refused' } }

describe.each(['pt-BR', 'en-US'] as const)('in %s', (locale) => {
  const signUp = async (): Promise<string> => {
    const input = newcomer()
    const { next } = unwrap(await createDevice(services).open().signUp(locale, input))
    const { email } = input
    if (next === 'verify') {
      const code = await services.codeFor(email)
      unwrap(await createDevice(services).open().confirm(locale, email, code))
    }
    return email
  }

  const signIn = async (email: string, as = password) => {
    const device = createDevice(services)
    const tab = device.open()
    const user = unwrap(await tab.signIn(locale, email, as))
    const identityToken = unwrap(await tab.requestIdentityToken(user.userID))
    const { accessToken } = user
    return { device, tab, user, accessToken, identityToken }
  }
  type SignedIn = Awaited<ReturnType<typeof signIn>>

  /** Tries everything that a device could do with unexpired tokens, through the app and with direct calls. */
  const expectEnded = async ({ device, tab, user, accessToken, identityToken }: SignedIn) => {
    const { api } = device
    expect(await api.call('tokenValidation', { accessToken })).toEqual({ ok: true, value: { valid: false } })
    const login = { authToken: identityToken, locale, device: device.id }
    expect(await api.call('login', login)).toMatchObject(refused)
    expect(await api.call('storageIdentity', { accessToken })).toMatchObject(refused)
    expect(await api.call('getImpact', { customer_id: user.userID })).toMatchObject({
      error: { code: 'signed-out' },
    })
    expect((await tab.renew(user.userID)).ok).toBe(false)
    expect(tab.state()).toEqual(ended)
    expect((await tab.requestStorageCredentials(user.userID)).ok).toBe(false)
    expect((await tab.requestIdentityToken(user.userID)).ok).toBe(false)
    expect(device.stored.has('currentUser')).toBe(false)
  }

  test('a sign-out everywhere ends the session of another device, and this one signs in again', async () => {
    const email = await signUp()
    const [phone, laptop] = [await signIn(email), await signIn(email)]
    expect(await phone.tab.signOutEverywhere(phone.user.userID)).toEqual({ ok: true, value: undefined })
    await expectEnded(laptop)
    const again = await signIn(email)
    expect(await again.tab.check()).toMatchObject({ status: 'authenticated' })
  })

  test('a changed password ends the session of another device, but not that of this one', async () => {
    const email = await signUp()
    const [phone, laptop] = [await signIn(email), await signIn(email)]
    await phone.tab.check()
    const { userID } = phone.user
    const change = { oldPassword: password, newPassword }
    expect(await phone.tab.changePassword(userID, change)).toEqual({ ok: true, value: undefined })
    await expectEnded(laptop)
    expect(phone.tab.state()).toMatchObject({ status: 'authenticated', user: { email } })
    expect(await phone.tab.renew(userID)).toEqual({ ok: true, value: undefined })
    expect((await phone.tab.requestStorageCredentials(userID)).ok).toBe(true)
  })

  test('a password reset on a signed-out device ends the session of another device', async () => {
    const email = await signUp()
    const laptop = await signIn(email)
    const elsewhere = createDevice(services)
    unwrap(await elsewhere.open().forgotPassword(locale, email))
    const reset = { email, code: await services.codeFor(email), password: newPassword }
    unwrap(await elsewhere.open().submitNewPassword(locale, reset))
    await expectEnded(laptop)
    expect([...elsewhere.stored.keys()]).toEqual([])
    await signIn(email, newPassword)
  })

  test('the next token request ends the session, whichever part of the app makes it', async () => {
    const email = await signUp()
    const [phone, laptop] = [await signIn(email), await signIn(email)]
    unwrap(await phone.tab.signOutEverywhere(phone.user.userID))
    expect((await laptop.tab.requestStorageCredentials(laptop.user.userID)).ok).toBe(false)
    expect(laptop.tab.state()).toEqual(ended)
  })
})

test('a loyalty provider’s token that is refreshed afterwards belongs to the earlier sign-in', async () => {
  const input = newcomer()
  unwrap(await createDevice(services).open().signUp('en-US', input))
  const [phone, laptop] = [createDevice(services), createDevice(services)]
  const here = phone.open()
  unwrap(await here.signIn('en-US', input.email, password))
  const { userID, accessToken, refreshToken } = unwrap(
    await laptop.open().signIn('en-US', input.email, password),
  )
  unwrap(await here.signOutEverywhere(userID))
  const loyalty = createServiceClient({
    service: loyaltyService,
    baseUrl: services.variables['VITE_LOYALTY_ADDRESS'] ?? '',
    fetch,
  })
  const body = {
    DataSourceID: '2000042737',
    Username: input.email,
    ProfileID: userID,
    RefreshToken: refreshToken,
  } as const
  const { AccessToken } = unwrap(await loyalty.call('refreshToken', body, { accessToken }))
  expect(await laptop.api.call('tokenValidation', { accessToken: AccessToken })).toMatchObject({
    value: { valid: false },
  })
  const login = { authToken: AccessToken, locale: 'en-US', device: laptop.id } as const
  expect(await laptop.api.call('login', login)).toMatchObject(refused)
})
