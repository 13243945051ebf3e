import { createElement, type ComponentProps } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { fail, ok } from '../../lib/result.ts'
import type { AuthFailure } from '../../session/auth-failure.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Toaster } from '../../ui/feedback/toaster.tsx'
import { show } from '../../ui/testing/show.tsx'
import { ForgotPasswordScreen } from './forgot-password-screen.tsx'

type Props = ComponentProps<typeof ForgotPasswordScreen>

const locale = 'en-GB'
const t = translateIn(locale)
const newPassword = 'Half-time-2026!'

let shown: ReturnType<typeof show>[] = []
afterEach(() => {
  notify.dismiss()
  for (const { remove } of shown) remove()
  shown = []
})

const open = (given: Partial<Props> = {}) => {
  const record = { read: vi.fn(), write: vi.fn(async () => undefined), discard: vi.fn(async () => undefined) }
  const onDone = vi.fn()
  const calls = { request: async () => ok(undefined), reset: async () => ok(undefined) }
  const props = {
    initialReset: undefined,
    pausedUntil: undefined,
    offline: false,
    record,
    onDone,
    ...calls,
    ...given,
  }
  shown.push(show(locale, createElement(Toaster)))
  shown.push(show(locale, createElement(ForgotPasswordScreen, props)))
  return { record, onDone }
}
const begun = { step: 'code', email: 'ana@example.com' } as const
const email = () => page.getByLabelText(t('signIn.email'))
const code = () => page.getByLabelText(t('confirmEmail.code'))
const password = () => page.getByLabelText(t('forgotPassword.newPassword'), { exact: true })
const send = () => page.getByRole('button', { name: t('forgotPassword.submit') })
const save = () => page.getByRole('button', { name: t('forgotPassword.save') })
const fillCode = async (typed: string) => {
  await password().fill(newPassword)
  await code().fill(typed)
  await save().click()
}

/** The alert contains both texts, and has the focus. */
const expectFailure = async ({ message, reason }: AuthFailure) => {
  const alert = page.getByRole('alert')
  await expect.element(alert.getByText(t(message))).toBeVisible()
  if (reason) await expect.element(alert.getByText(t(reason))).toBeVisible()
  expect(document.activeElement?.contains(alert.element())).toBe(true)
}

test('does not send an invalid address, and focuses its field', async () => {
  const request = vi.fn(async () => ok(undefined))
  open({ request })
  await email().fill('nobody')
  await send().click()
  await expect.element(email()).toHaveFocus()
  await expect.element(page.getByText(t('errorMessage.authEmailValid')).first()).toBeVisible()
  expect(request).not.toHaveBeenCalled()
})

test.each<AuthFailure>([
  { message: 'errorMessage.autoSignUpErrorUser' },
  { message: 'errorMessage.authRecoveryPassword' },
  { message: 'errorMessage.authRecoveryPassword', reason: 'error.providerUnavailable' },
])('reports a request for a code that fails with %j', async (failure) => {
  open({ request: async () => fail(failure) })
  await email().fill('ana@example.com')
  await send().click()
  await expectFailure(failure)
  await expect.element(email()).toHaveValue('ana@example.com')
})

test('focuses the code’s field once the code was sent, and returns to that step after a reload', async () => {
  const { record } = open()
  await email().fill('ana@example.com')
  await send().click()
  await expect.element(code()).toHaveFocus()
  await expect.element(page.getByText(t('confirmEmail.sentTo', { email: 'ana@example.com' }))).toBeVisible()
  expect(record.write).toHaveBeenCalledExactlyOnceWith(begun)
})

test('does not send a code that is too short, and focuses its field', async () => {
  const reset = vi.fn(async () => ok(undefined))
  open({ initialReset: begun, reset })
  await fillCode('12345')
  await expect.element(code()).toHaveFocus()
  await expect.element(page.getByText(t('errorMessage.authCodeInsert'))).toBeVisible()
  expect(reset).not.toHaveBeenCalled()
})

test.each(['errorMessage.authCodeInsert', 'errorMessage.authSignUp'] as const)(
  'reports a reset that fails with %s, and keeps the password in its field',
  async (message) => {
    open({ initialReset: begun, reset: async () => fail({ message }) })
    await fillCode('123456')
    await expectFailure({ message })
    await expect.element(password()).toHaveValue(newPassword)
  },
)

test('confirms a new password, and ends the reset', async () => {
  const { record, onDone } = open({ initialReset: begun })
  await fillCode('123 456')
  await expect.element(page.getByText(t('successMessage.passwordChangedSucess'))).toBeVisible()
  expect(record.discard).toHaveBeenCalledOnce()
  expect(onDone).toHaveBeenCalledOnce()
})

test('counts down from 4:00 on the button after too many attempts, and sends nothing meanwhile', async () => {
  const reset = vi.fn(async () =>
    fail({ message: 'forgotPassword.timeoutMessage', retryAt: Date.now() + 240_000 } as const),
  )
  open({ initialReset: begun, reset })
  await fillCode('123456')
  await expectFailure({ message: 'forgotPassword.timeoutMessage' })
  const countdown = page.getByRole('button', { name: /Try again in (4:00|3:5\d)/ })
  await expect.element(countdown).toHaveAttribute('aria-disabled', 'true')
  await countdown.click({ force: true })
  await page.getByRole('button', { name: t('confirmEmail.resend') }).click({ force: true })
  expect(reset).toHaveBeenCalledOnce()
})

test('continues a countdown after a reload', async () => {
  open({ initialReset: begun, pausedUntil: Date.now() + 230_000 })
  await expect.element(page.getByRole('button', { name: /Try again in 3:(50|4\d)/ })).toBeVisible()
})

test.each([
  ['before the code', undefined],
  ['with the code', begun],
] as const)('leads to the contact page if only people can help, %s', async (_, initialReset) => {
  const failed = async () => fail({ message: 'errorMessage.userDisabled', step: 'contact' } as const)
  open({ initialReset, request: failed, reset: failed })
  if (initialReset) await fillCode('123456')
  else {
    await email().fill('ana@example.com')
    await send().click()
  }
  const link = page.getByRole('alert').getByRole('link', { name: t('deleteAccount.contact') })
  await expect.element(link).toHaveAttribute('href', `/${locale}/contact`)
})
