import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connectOperator, readTotpCode } from '../sandbox/testing/connect-operator.ts'
import { createWrongCode } from '../sandbox/testing/register.ts'
import { getFailure } from './testing/catalogue.ts'
import { answer } from './testing/challenges.ts'
import { createCoach, signUp } from './testing/coaches.ts'
import { createDevice, type Tab } from './testing/device.ts'
import { password } from './testing/people.ts'
import { startServices, type RunningServices } from './testing/start-services.ts'
import { unwrap } from './testing/unwrap.ts'

// The second factor of a coach who is signed in, at a pool where it is optional.

let services: RunningServices
beforeAll(async () => {
  services = await startServices()
})
afterAll(() => services.close())

const start = () => createCoach(services, 'en-GB')

/** Sets up an authenticator app. Returns its key. The code of the current step is then used. */
const setUp = async (tab: Tab, userID: string): Promise<string> => {
  const { createKey, turnOn } = await tab.loadSecondFactor()
  const secret = unwrap(await createKey(userID, password))
  unwrap(await turnOn(userID, readTotpCode(services.sandbox, secret)))
  return secret
}

/** Signs in with the password and the code of the next step. */
const signInWithCode = async (tab: Tab, email: string, secret: string) => {
  expect(getFailure(await tab.signIn('en-GB', email, password))).toMatchObject({ step: 'challenge' })
  return unwrap(await answer(tab, readTotpCode(services.sandbox, secret, 1)))
}

test('a coach sets up an app, signs in with its codes, and turns it off', async () => {
  const { tab, email, userID } = await start()
  const secondFactor = await tab.loadSecondFactor()
  expect(await secondFactor.read(userID)).toEqual({ ok: true, value: [] })
  expect(getFailure(await secondFactor.createKey(userID, 'Not-mine-2026!'))).toEqual({
    message: 'changePassword.oldPasswordWrong',
  })
  const secret = unwrap(await secondFactor.createKey(userID, password))
  const code = readTotpCode(services.sandbox, secret)
  expect(getFailure(await secondFactor.turnOn(userID, createWrongCode(code)))).toEqual({
    message: 'errorMessage.challengeCodeWrong',
  })
  // Nothing has changed yet.
  expect(await createDevice(services).open().signIn('en-GB', email, password)).toMatchObject({ ok: true })
  unwrap(await secondFactor.turnOn(userID, code))
  expect(await secondFactor.read(userID)).toEqual({ ok: true, value: ['TOTP'] })
  expect(tab.state().status).toBe('authenticated')

  await signInWithCode(createDevice(services).open(), email, secret)
  expect(getFailure(await secondFactor.turnOff(userID, 'Not-mine-2026!'))).toEqual({
    message: 'changePassword.oldPasswordWrong',
  })
  expect(await secondFactor.read(userID)).toEqual({ ok: true, value: ['TOTP'] })
  unwrap(await secondFactor.turnOff(userID, password))
  expect(await secondFactor.read(userID)).toEqual({ ok: true, value: [] })
  expect(await createDevice(services).open().signIn('en-GB', email, password)).toMatchObject({ ok: true })
})

test('a factor that an admin has set up is shown and removed too', async () => {
  const { tab, email, userID } = await start()
  await connectOperator(services.sandbox, 'GB').enableEmailCode(email)
  const { read, turnOff } = await tab.loadSecondFactor()
  expect(await read(userID)).toEqual({ ok: true, value: ['EMAIL'] })
  unwrap(await turnOff(userID, password))
  expect(await read(userID)).toEqual({ ok: true, value: [] })
})

test('an account with a second factor is deleted soon after a sign-in, and not by the password alone', async () => {
  const { tab, email, userID } = await start()
  const secret = await setUp(tab, userID)
  const phone = createDevice(services)
  const phoneTab = phone.open()
  await signInWithCode(phoneTab, email, secret)
  phone.advance(5 * 60_000)
  expect(getFailure(await phoneTab.checkPassword(userID, password))).toEqual({
    message: 'deleteAccount.secondFactor',
  })
  expect(getFailure(await tab.checkPassword(userID, 'Not-mine-2026!'))).toEqual({
    message: 'changePassword.oldPasswordWrong',
  })
  expect(unwrap(await tab.deleteAccount(userID, password))).toMatchObject({ signIn: 'deleted' })
  expect(getFailure(await createDevice(services).open().signIn('en-GB', email, password))).toEqual({
    message: 'errorMessage.authSignUpUserNotFound',
  })
})

test('a wrong password is no proof for an account whose password an admin has reset', async () => {
  const { tab, email, userID } = await start()
  const secret = await setUp(tab, userID)
  await signInWithCode(tab, email, secret)
  await connectOperator(services.sandbox, 'GB').call('AdminResetUserPassword', { Username: email })
  expect(getFailure(await tab.checkPassword(userID, 'Not-mine-2026!'))).toEqual({
    message: 'changePassword.resetRequired',
  })
  const { turnOff } = await tab.loadSecondFactor()
  expect(getFailure(await turnOff(userID, 'Not-mine-2026!'))).toEqual({
    message: 'changePassword.resetRequired',
  })
})

test('the proof of a password never deletes the account of a coach who signs in afterwards', async () => {
  const { tab, email, userID } = await start()
  await setUp(tab, userID)
  const provider = unwrap(await tab.loadProvider('en-GB'))
  const proof = unwrap(await provider.checkPassword(email, password))
  const other = await signUp(services, 'en-GB')
  unwrap(await tab.signIn('en-GB', other, password))
  // The sign-in of the other coach has ended the session that the proof belongs to.
  expect(await proof.deleteAccount()).toMatchObject({ ok: false })
  expect(await createDevice(services).open().signIn('en-GB', other, password)).toMatchObject({
    ok: true,
  })
})

test('turns a code on with the next attempt if only the first half of it arrived', async () => {
  const { tab, userID } = await start()
  const { createKey, turnOn, read } = await tab.loadSecondFactor()
  const secret = unwrap(await createKey(userID, password))
  const { fetch } = globalThis
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (new Headers(init?.headers).get('x-amz-target')?.endsWith('.SetUserMFAPreference'))
      throw new TypeError('Failed to fetch')
    return fetch(input, init)
  })
  const code = readTotpCode(services.sandbox, secret)
  expect(getFailure(await turnOn(userID, code))).toEqual({ message: 'error.network' })
  vi.restoreAllMocks()
  unwrap(await turnOn(userID, code))
  expect(await read(userID)).toEqual({ ok: true, value: ['TOTP'] })
})

test.each([
  ['the response to it was lost', true],
  ['the request was lost', false],
])('turns a code on with the next attempt if %s', async (_loss, hasArrived) => {
  const { tab, userID } = await start()
  const { createKey, turnOn, read } = await tab.loadSecondFactor()
  const secret = unwrap(await createKey(userID, password))
  const { fetch } = globalThis
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const isCode = new Headers(init?.headers).get('x-amz-target')?.endsWith('.VerifySoftwareToken')
    if (!isCode || hasArrived) await fetch(input, init)
    if (isCode) throw new TypeError('Failed to fetch')
    return fetch(input, init)
  })
  const code = readTotpCode(services.sandbox, secret)
  expect(getFailure(await turnOn(userID, code))).toEqual({ message: 'error.network' })
  vi.restoreAllMocks()
  unwrap(await turnOn(userID, code))
  expect(await read(userID)).toEqual({ ok: true, value: ['TOTP'] })
})

test('a key that another window has replaced and used is told apart from a wrong code', async () => {
  const { device, tab, userID } = await start()
  const first = await tab.loadSecondFactor()
  const replaced = unwrap(await first.createKey(userID, password))
  const otherTab = device.open()
  await otherTab.check()
  await setUp(otherTab, userID)
  expect(getFailure(await first.turnOn(userID, readTotpCode(services.sandbox, replaced)))).toEqual({
    message: 'secondFactor.keyReplaced',
  })
  expect(first.pendingKey(userID)).toBeUndefined()
})

test('a new password ends all sessions, and this device signs in again with a code', async () => {
  const { tab, email, userID } = await start()
  const secret = await setUp(tab, userID)
  const change = { oldPassword: password, newPassword: 'Novo-2026!' }
  expect(await tab.changePassword(userID, change)).toEqual({ ok: true, value: undefined })
  expect(tab.state()).toMatchObject({ status: 'anonymous', endReason: 'errorMessage.sessionExpired' })
  expect(getFailure(await tab.signIn('en-GB', email, 'Novo-2026!'))).toMatchObject({ step: 'challenge' })
  const code = readTotpCode(services.sandbox, secret, 1)
  expect(await answer(tab, code)).toMatchObject({ ok: true })
})

test('the loyalty provider has no second factors', async () => {
  const tab = createDevice(services).open()
  const { userID } = unwrap(await tab.signIn('en-US', 'coach.us@example.com', 'Barriers-2026!'))
  const { read, createKey } = await tab.loadSecondFactor()
  expect(getFailure(await read(userID))).toEqual({ message: 'secondFactor.notOffered' })
  expect(getFailure(await createKey(userID, 'Barriers-2026!'))).toEqual({
    message: 'secondFactor.notOffered',
  })
})
