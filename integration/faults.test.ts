import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { connectPersonServices, type PersonServices } from '../sandbox/testing/person-services.ts'
import type { LocaleCode } from '../src/config/locales.ts'
import { createDevice, type Tab } from './testing/device.ts'
import { demoPassword, newcomer, password } from './testing/people.ts'
import { startServices, type RunningServices } from './testing/start-services.ts'
import { withFault, faultNames, reasons } from './testing/network-faults.ts'

let services: RunningServices
let person: PersonServices
beforeAll(async () => {
  services = await startServices()
  person = connectPersonServices(services.sandbox)
})
afterEach(() => person.forgetFailures())
afterAll(() => services.close())

const withEveryFault = <T extends readonly unknown[]>(rows: readonly T[]) =>
  rows.flatMap((row) => faultNames.map((fault) => [fault, ...row] as const))

const signUpTo = async (tab: Tab, locale: LocaleCode) => {
  const input = newcomer()
  const signedUp = await tab.signUp(locale, input)
  if (signedUp.ok && signedUp.value.next === 'verify') {
    await tab.confirm(locale, input.email, await services.codeFor(input.email))
  }
  expect(tab.state().status).toBe('authenticated')
  return input.email
}

test.each(withEveryFault([['pt-BR', 'SignUp'] as const, ['en-US', '/api/loyalty/signup'] as const]))(
  'a sign-up that %s (%s, %s) reports why, and continues when it is tried again',
  async (fault, locale, call) => {
    const device = createDevice(services)
    const tab = device.open()
    const input = newcomer()
    const failed = await withFault(call, fault, () => tab.signUp(locale, input))
    expect(failed).toEqual({
      ok: false,
      error: { message: 'errorMessage.authSignUp', reason: reasons[fault] },
    })
    const again = await tab.signUp(locale, input)
    expect(again.ok).toBe(true)
    if (locale === 'pt-BR') await tab.confirm(locale, input.email, await services.codeFor(input.email))
    expect(tab.state().status).toBe('authenticated')
    // The event is captured once, regardless of the number of tries.
    expect(device.captured.filter(({ event }) => event === 'customer.registered.v1')).toHaveLength(1)
    const consents = async () =>
      (await person.stored()).journal.filter(
        ({ call, body }) => call === 'consent' && JSON.stringify(body).includes(input.email),
      ).length
    await expect.poll(consents).toBe(locale === 'pt-BR' ? 1 : 0)
    expect(JSON.stringify([...device.stored, device.logged])).not.toContain(password)
    expect(device.logged.join()).not.toContain(input.email)
  },
)

const signIns = [
  ['pt-BR', 'coach.br@example.com', 'InitiateAuth'],
  ['pt-BR', 'coach.br@example.com', 'RespondToAuthChallenge'],
  ['es-US', 'coach.us.es@example.com', '/api/loyalty/login'],
  ['en-GB', 'coach.gb@example.com', '/api/login'],
] as const

test.each(withEveryFault(signIns))(
  'a sign-in that %s (%s, %s, %s) leaves no partial session',
  async (fault, locale, email, call) => {
    const device = createDevice(services)
    const tab = device.open()
    const failed = await withFault(call, fault, () => tab.signIn(locale, email, demoPassword))
    expect(failed).toMatchObject({ ok: false, error: { message: 'errorMessage.authLoginError' } })
    expect(tab.state().status).not.toBe('authenticated')
    expect(device.stored.has('currentUser')).toBe(false)
    expect((await tab.signIn(locale, email, demoPassword)).ok).toBe(true)
  },
)

const resets = [
  ['pt-BR', 'ForgotPassword', 'ConfirmForgotPassword'],
  ['en-US', '/loyalty/profile/password/forgot', '/loyalty/profile/password/reset'],
] as const

test.each(withEveryFault(resets))(
  'a password reset that %s (%s) succeeds when it is tried again',
  async (fault, locale, ask, submit) => {
    const tab = createDevice(services).open()
    const email = await signUpTo(tab, locale)
    const requested = await withFault(ask, fault, () => tab.forgotPassword(locale, email))
    expect(requested).toMatchObject({
      error: { message: 'errorMessage.authRecoveryPassword', reason: reasons[fault] },
    })
    expect((await tab.forgotPassword(locale, email)).ok).toBe(true)
    const reset = { email, code: await services.codeFor(email), password: 'Novo-2026!' }
    const submitted = await withFault(submit, fault, () => tab.submitNewPassword(locale, reset))
    expect(submitted).toMatchObject({ error: { message: 'errorMessage.authSignUp', reason: reasons[fault] } })
    // If only the response was lost, the code is used up and the new password is already set.
    const isDone = fault.startsWith('is done')
    expect((await tab.submitNewPassword(locale, reset)).ok).toBe(!isDone)
    expect((await tab.signIn(locale, email, reset.password)).ok).toBe(true)
  },
)

test.each(faultNames)('repeats a verification that %s', async (fault) => {
  const tab = createDevice(services).open()
  const input = newcomer()
  await tab.signUp('es-AR', input)
  const code = await services.codeFor(input.email)
  const failed = await withFault('ConfirmSignUp', fault, () => tab.confirm('es-AR', input.email, code))
  expect(failed).toEqual({
    ok: false,
    error: { message: 'errorMessage.authCodeVerifyError', reason: reasons[fault] },
  })
  expect(await tab.confirm('es-AR', input.email, code)).toEqual({ ok: true, value: 'signed-in' })
})

test.each(faultNames)('requests a code once more when the request %s', async (fault) => {
  const tab = createDevice(services).open()
  const { email } = newcomer()
  await tab.signUp('en-NZ', { ...newcomer(), email })
  const before = await services.codeFor(email)
  const failed = await withFault('ResendConfirmationCode', fault, () => tab.resendCode('en-NZ', email))
  expect(failed).toEqual({
    ok: false,
    error: { message: 'errorMessage.authSendCodeNot', reason: reasons[fault] },
  })
  expect((await tab.resendCode('en-NZ', email)).ok).toBe(true)
  const code = await services.codeFor(email)
  expect(code).not.toBe(before)
  expect(await tab.confirm('en-NZ', email, code)).toEqual({ ok: true, value: 'signed-in' })
})

const changes = [
  ['pt-BR', 'ChangePassword'],
  ['es-US', '/loyalty/profile/password/update'],
] as const

test.each(withEveryFault(changes))(
  'a change of password that %s (%s, %s) reports why, and the coach can continue',
  async (fault, locale, call) => {
    const tab = createDevice(services).open()
    const email = await signUpTo(tab, locale)
    const change = () =>
      tab.changePassword(tab.customer() ?? '', { oldPassword: password, newPassword: 'Novo-2026!' })
    expect(await withFault(call, fault, change)).toEqual({
      ok: false,
      error: { message: 'errorMessage.authSignUp', reason: reasons[fault] },
    })
    expect(tab.state().status).toBe('authenticated')
    // If only the response was lost, the new password is already set and the old one is now wrong.
    const isDone = fault.startsWith('is done')
    expect(await change()).toMatchObject(
      isDone ? { error: { message: 'changePassword.oldPasswordWrong' } } : { ok: true },
    )
    expect((await tab.signIn(locale, email, 'Novo-2026!')).ok).toBe(true)
  },
)

test.each(withEveryFault([['/api/reset-tokens'] as const]))(
  'a change of password takes effect although its token reset %s (%s)',
  async (fault, call) => {
    const device = createDevice(services)
    const tab = device.open()
    const email = await signUpTo(tab, 'en-AU')
    const changed = await withFault(call, fault, () =>
      tab.changePassword(tab.customer() ?? '', { oldPassword: password, newPassword: 'Novo-2026!' }),
    )
    expect(changed.ok).toBe(true)
    expect(device.logged.join()).toContain('The sign-out after a password change failed')
    expect(tab.state().status).toBe('authenticated')
    // The product API refuses sign-ins within the second of a token reset.
    await expect.poll(async () => (await tab.signIn('en-AU', email, 'Novo-2026!')).ok).toBe(true)
  },
)

test.each([
  ['a consent service that fails', { status: 500 }],
  ['a consent service that answers with a page', { html: '<html></html>' }],
  ['a consent service that is cut', { cut: true }],
  ['a consent service that never responds', { never: true }],
])('%s does not delay a sign-up, and gets the consent at the next start', async (_what, order) => {
  const device = createDevice(services, { timeout: 5000 })
  const input = newcomer()
  await person.failNext({ target: 'consent.consent', ...order })
  expect(await device.open().signUp('es-MX', input)).toEqual({ ok: true, value: { next: 'verify' } })
  await expect.poll(() => device.logged.join()).toContain('The consent was not recorded yet')
  expect(device.stored.has('signUps')).toBe(true)
  await device.open().check()
  const recorded = async () =>
    (await person.stored()).journal.filter(
      ({ call, status, body }) =>
        call === 'consent' && status === 200 && JSON.stringify(body).includes(input.email),
    ).length
  await expect.poll(recorded).toBe(1)
})

test('waits for slow responses', async () => {
  const tab = createDevice(services).open()
  for (const call of ['signUp', 'addPromotions', 'login', 'userDetails']) {
    await person.failNext({ target: `loyalty.${call}`, delayMs: 400 })
  }
  expect(await tab.signUp('en-US', newcomer())).toEqual({ ok: true, value: { next: 'signed-in' } })
})
