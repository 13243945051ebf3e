import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectOperator, readTotpCode } from '../sandbox/testing/connect-operator.ts'
import { createWrongCode } from '../sandbox/testing/register.ts'
import type { LocaleCode } from '../src/config/locales.ts'
import { createOpenAdminPages } from '../src/session/open-admin-pages.ts'
import { createRenewingClient } from '../src/session/renewing-client.ts'
import { getFailure } from './testing/catalogue.ts'
import { answer } from './testing/challenges.ts'
import { createDevice, type Tab } from './testing/device.ts'
import { newcomer, password } from './testing/people.ts'
import { startServices, type RunningServices } from './testing/start-services.ts'
import { unwrap } from './testing/unwrap.ts'

// Admins need a second factor: at a user pool the pool's, otherwise one at the product API.

let services: RunningServices
beforeAll(async () => {
  services = await startServices()
})
afterAll(() => services.close())

const demoPassword = 'Barriers-2026!'

/** A tab whose screens call the product API as the app's screens do. */
const openTab = () => {
  const device = createDevice(services)
  const tab = device.open()
  return { tab, api: createRenewingClient(device.api, tab, Date.now) }
}

/** The admin pages of a tab. */
const connectPages = ({ tab, api }: ReturnType<typeof openTab>, adminId: string) => ({
  openPages: createOpenAdminPages(adminId, { ...tab, api }),
  /** Resolves to whether the product API lets the admin read, or to the code of its refusal. */
  read: async () => {
    const versions = await api.call('syncVersions', {})
    return versions.ok ? 'allowed' : versions.error.code
  },
})

/** Creates an admin of the British pool without a second factor, and signs in. */
const startAdminOfPool = async () => {
  const device = openTab()
  const { email } = newcomer()
  const operator = connectOperator(services.sandbox, 'GB')
  await operator.invite({ email, password, attributes: { given_name: 'Ana', family_name: 'Souza' } })
  await operator.call('AdminAddUserToGroup', { Username: email, GroupName: 'admin' })
  expect(getFailure(await device.tab.signIn('en-GB', email, password))).toMatchObject({ step: 'challenge' })
  const { userID, admin } = unwrap(await answer(device.tab, 'Another-2026!'))
  expect(admin).toBe(true)
  return { ...device, email, userID, ...connectPages(device, userID) }
}

const startAdminOfLoyalty = async (locale: LocaleCode, email: string) => {
  const device = openTab()
  const { userID } = unwrap(await device.tab.signIn(locale, email, demoPassword))
  return { ...device, userID, ...connectPages(device, userID) }
}

/** Returns the code that an authenticator app shows, or will show after some 30-second steps. */
const readCode = (secret: string, steps = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 })

const setUp = async (tab: Tab, userID: string) => {
  const { createKey, turnOn } = await tab.loadSecondFactor()
  const secret = unwrap(await createKey(userID, demoPassword))
  unwrap(await turnOn(userID, readCode(secret)))
  return secret
}

test('a demo admin of a pool reads at once: the sign-in has asked for a code from the mailbox', async () => {
  const { tab, api } = openTab()
  const email = 'admin.gb@example.com'
  expect(getFailure(await tab.signIn('en-GB', email, demoPassword))).toMatchObject({ step: 'challenge' })
  const { userID } = unwrap(await answer(tab, await services.codeFor(email)))
  expect(await connectPages({ tab, api }, userID).read()).toBe('allowed')
})

test('an admin of a pool without a second factor reads nothing before the set-up', async () => {
  const { tab, userID, openPages, read } = await startAdminOfPool()
  expect(await read()).toBe('second-factor-needed')
  expect(unwrap(await openPages())).toBe('set-up')
  const { createKey, turnOn, turnOff } = await tab.loadSecondFactor()
  const secret = unwrap(await createKey(userID, 'Another-2026!'))
  unwrap(await turnOn(userID, readTotpCode(services.sandbox, secret)))
  expect(await read()).toBe('allowed')
  unwrap(await turnOff(userID, 'Another-2026!'))
  expect(unwrap(await openPages())).toBe('set-up')
  expect(await read()).toBe('second-factor-needed')
})

test('an admin of the loyalty provider sets up an app in one browser and enters its code in another', async () => {
  const email = 'admin.us@example.com'
  const first = await startAdminOfLoyalty('en-US', email)
  expect(await first.read()).toBe('second-factor-needed')
  expect(unwrap(await first.openPages())).toBe('set-up')
  const { createKey, turnOn, read } = await first.tab.loadSecondFactor()
  expect(getFailure(await createKey(first.userID, 'Not-mine-2026!'))).toEqual({
    message: 'changePassword.oldPasswordWrong',
  })
  expect(unwrap(await read(first.userID))).toEqual([])
  const secret = unwrap(await createKey(first.userID, demoPassword))
  const code = readCode(secret)
  expect(getFailure(await turnOn(first.userID, createWrongCode(code)))).toEqual({
    message: 'errorMessage.challengeCodeWrong',
  })
  unwrap(await turnOn(first.userID, code))
  expect(unwrap(await read(first.userID))).toEqual(['TOTP'])
  expect(await first.read()).toBe('allowed')

  const second = await startAdminOfLoyalty('en-US', email)
  expect(await second.read()).toBe('second-factor-needed')
  expect(unwrap(await second.openPages())).toBe('code')
  expect(await second.openPages({ code })).toEqual({
    ok: false,
    error: { message: 'errorMessage.challengeCodeUsed' },
  })
  expect(await second.openPages({ code: createWrongCode(readCode(secret, 1)) })).toEqual({
    ok: false,
    error: { message: 'errorMessage.challengeCodeWrong' },
  })
  expect(unwrap(await second.openPages({ code: readCode(secret, 1) }))).toBe('open')
  expect(await second.read()).toBe('allowed')
})

test('an app is removed with the password, in a browser that has proved it', async () => {
  const email = 'admin.us.es@example.com'
  const first = await startAdminOfLoyalty('es-US', email)
  await setUp(first.tab, first.userID)
  const second = await startAdminOfLoyalty('es-US', email)
  const { turnOff } = await second.tab.loadSecondFactor()
  expect(getFailure(await turnOff(second.userID, demoPassword))).toEqual({
    message: 'error.secondFactorNeeded',
  })
  unwrap(await (await first.tab.loadSecondFactor()).turnOff(first.userID, demoPassword))
  expect(unwrap(await first.openPages())).toBe('set-up')
})

test('a coach of the loyalty provider is told that there is no second factor', async () => {
  const { tab } = openTab()
  const { userID } = unwrap(await tab.signIn('en-US', 'coach.us@example.com', demoPassword))
  const { read, createKey } = await tab.loadSecondFactor()
  expect(getFailure(await read(userID))).toEqual({ message: 'secondFactor.notOffered' })
  expect(getFailure(await createKey(userID, demoPassword))).toEqual({ message: 'secondFactor.notOffered' })
})
