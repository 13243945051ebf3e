import { createElement, type ComponentProps } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { LocaleCode } from '../../config/locales.ts'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { fail, ok } from '../../lib/result.ts'
import type { AuthFailure } from '../../session/failure-messages.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Toaster } from '../../ui/feedback/toaster.tsx'
import { show } from '../../ui/testing/show.tsx'
import { SignInScreen } from './sign-in-screen.tsx'

type Props = ComponentProps<typeof SignInScreen>

let shown: ReturnType<typeof show>[] = []
afterEach(() => {
  notify.dismiss()
  for (const { remove } of shown) remove()
  shown = []
})

let locale: LocaleCode = 'es-AR'
beforeEach(() => void (locale = 'es-AR'))
const say = (id: Parameters<ReturnType<typeof translateIn>>[0]) => translateIn(locale)(id)

const open = (signIn: Props['signIn']) => {
  const ways = { onSignedIn: vi.fn(), onNextStep: vi.fn() }
  shown.push(show(locale, createElement(Toaster)))
  shown.push(show(locale, createElement(SignInScreen, { offline: false, signIn, ...ways })))
  return ways
}
const email = () => page.getByLabelText(say('signIn.email'))
const password = () => page.getByLabelText(say('signIn.password'), { exact: true })
const submit = () => page.getByRole('button', { name: say('signIn.submit'), exact: true })
const alert = () => page.getByRole('alert')
const signIn = async () => {
  await email().fill('ana@example.com')
  await password().fill('Outra-2026!')
  await submit().click()
}

test.each<[LocaleCode, AuthFailure]>([
  ['es-MX', { message: 'errorMessage.passwordIsWrong' }],
  ['en-AU', { message: 'errorMessage.authSignUpUserNotFound' }],
  ['pt-BR', { message: 'errorMessage.authLoginError', reason: 'error.timeout' }],
  ['en-US', { message: 'errorMessage.accountLocked' }],
  ['en-NZ', { message: 'errorMessage.authLoginError', text: 'Your club has left the programme.' }],
])('in %s reports a failed sign-in at the focus, and keeps what was typed: %j', async (code, failure) => {
  locale = code
  const { onSignedIn } = open(async () => fail(failure))
  await signIn()
  await expect.element(alert().getByText(say(failure.message))).toBeVisible()
  const why = failure.text ?? say(failure.reason ?? failure.message)
  await expect.element(alert().getByText(why)).toBeVisible()
  expect(document.activeElement?.contains(alert().element())).toBe(true)
  await expect.element(email()).toHaveValue('ana@example.com')
  await expect.element(password()).toHaveValue('Outra-2026!')
  expect(onSignedIn).not.toHaveBeenCalled()
})

test('links a locked account to a new password, and an interrupted sign-up back to it', async () => {
  let failure: AuthFailure = { message: 'errorMessage.accountLocked', step: 'reset' }
  open(async () => fail(failure))
  await signIn()
  await expect
    .element(alert().getByRole('link', { name: say('forgotPassword.codeTitle') }))
    .toHaveAttribute('href', '/es-AR/forgot-password')
  failure = { message: 'errorMessage.authEmailNotConfirmed', step: 'sign-up' }
  await submit().click()
  await expect
    .element(alert().getByRole('link', { name: say('signIn.finishSignUp') }))
    .toHaveAttribute('href', '/es-AR/sign-up')
})

test.each(['errorMessage.authVerify', 'errorMessage.authSendCodeNot'] as const)(
  'leads a coach with an unconfirmed address to the code, with the message %s',
  async (reason) => {
    const failure = { message: 'errorMessage.authEmailNotConfirmed', reason, step: 'verify' } as const
    const { onNextStep } = open(async () => fail(failure))
    await signIn()
    await expect.element(page.getByText(say(failure.message))).toBeVisible()
    await expect.element(page.getByText(say(reason))).toBeVisible()
    expect(onNextStep).toHaveBeenCalledOnce()
  },
)

test('reports an invalid address at its field and in a toast, and does not send it', async () => {
  const asked = vi.fn(async () => ok(undefined))
  open(asked)
  await password().fill('Outra-2026!')
  await email().fill('not an address')
  await submit().click()
  await expect.poll(() => page.getByText(say('errorMessage.authEmailValid')).elements().length).toBe(2)
  await expect.element(email()).toHaveFocus()
  expect(asked).not.toHaveBeenCalled()
})

test('sends a slow sign-in once, and confirms its success', async () => {
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof ok<undefined>>>()
  const asked = vi.fn(() => promise)
  const { onSignedIn } = open(asked)
  await signIn()
  await submit().dblClick({ force: true })
  await expect.element(submit()).toHaveAttribute('aria-busy', 'true')
  resolve(ok(undefined))
  await expect.element(page.getByText(say('successMessage.authLogin'))).toBeVisible()
  expect(onSignedIn).toHaveBeenCalledOnce()
  expect(asked).toHaveBeenCalledExactlyOnceWith('ana@example.com', 'Outra-2026!')
})
