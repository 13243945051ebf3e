import { useRouter, type AnyRouter } from '@tanstack/react-router'
import { createElement, useEffect, type ComponentProps } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { fail, ok } from '../../lib/result.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Toaster } from '../../ui/feedback/toaster.tsx'
import { show } from '../../ui/testing/show.tsx'
import { ConfirmEmailScreen } from './confirm-email-screen.tsx'

type Props = ComponentProps<typeof ConfirmEmailScreen>

const locale = 'en-NZ'
const t = translateIn(locale)

let shown: ReturnType<typeof show>[] = []
afterEach(() => {
  notify.dismiss()
  for (const { remove } of shown) remove()
  shown = []
})

let router: AnyRouter | undefined
const Screen = (props: Props) => {
  const routerHere = useRouter()
  useEffect(() => void (router = routerHere), [routerHere])
  return createElement(ConfirmEmailScreen, props)
}

/** The screen of a coach whose last code was sent long ago. */
const open = (given: Partial<Props>) => {
  const ways = { onConfirmed: vi.fn() }
  const calls = { confirm: async () => ok('signed-in' as const), resend: async () => ok(undefined) }
  const props = { email: 'ana@example.com', sentAt: 0, offline: false, ...calls, ...ways, ...given }
  shown.push(show(locale, createElement(Toaster)))
  shown.push(show(locale, createElement(Screen, props)))
  return ways
}
const code = () => page.getByLabelText(t('confirmEmail.code'))
const submit = () => page.getByRole('button', { name: t('confirmEmail.submit'), exact: true })
const again = () => page.getByRole('button', { name: t('confirmEmail.resend'), exact: true })

test('reports a code that is too short at its field, and does not send it', async () => {
  const confirm = vi.fn(async () => ok('signed-in' as const))
  open({ confirm })
  await code().fill('12345')
  await submit().click()
  await expect.element(page.getByText(t('errorMessage.authCodeverify'))).toBeVisible()
  await expect.element(code()).toHaveFocus()
  expect(confirm).not.toHaveBeenCalled()
})

test.each(['errorMessage.authCodeInsert', 'errorMessage.authCodeVerifyError'] as const)(
  'keeps a code refused with %s in its field',
  async (message) => {
    open({ confirm: async () => fail({ message }) })
    await code().fill('123456')
    await submit().click()
    await expect.element(page.getByRole('alert').getByText(t(message))).toBeVisible()
    await expect.element(code()).toHaveValue('123456')
  },
)

test.each(['signed-in', 'challenge', 'confirmed'] as const)(
  'confirms the right code, and the coach continues: %s',
  async (next) => {
    const ways = open({ confirm: async () => ok(next) })
    await code().fill('123 456')
    await submit().click()
    await expect.element(page.getByText(t('successMessage.authEmailVerifySuccess'))).toBeVisible()
    expect(ways.onConfirmed).toHaveBeenCalledExactlyOnceWith(next)
  },
)

test('reports a failed resend and restores the button; after a successful one the button waits', async () => {
  const resend = vi.fn<Props['resend']>(async () =>
    fail({ message: 'errorMessage.authSendCodeNot', reason: 'error.tooManyRequests' }),
  )
  open({ resend })
  await code().fill('123456')
  await again().click()
  await expect.element(page.getByText(t('error.tooManyRequests'))).toBeVisible()
  await expect.element(code()).toHaveValue('123456')
  resend.mockResolvedValue(ok(undefined))
  await again().click()
  await expect.element(page.getByText(t('successMessage.codeSent'))).toBeVisible()
  await expect.poll(() => again().elements().length).toBe(0)
  await page.getByRole('button', { name: /0:(30|2\d)/ }).click({ force: true })
  expect(resend).toHaveBeenCalledTimes(2)
})

test.each([
  ['for an address that is known', { sentAt: undefined }, 'confirmEmail.enterFor'],
  ['for one that is typed', { sentAt: undefined, email: undefined }, 'confirmEmail.askEmail'],
] as const)('lets a code be sent at once when none was sent, %s', async (_, given, intro) => {
  open(given)
  await expect.element(again()).toHaveAttribute('aria-disabled', 'false')
  await expect.element(page.getByText(t(intro, { email: 'ana@example.com' }))).toBeVisible()
})

test('sends another code to a pasted address, without the characters pasted around it', async () => {
  const resend = vi.fn<Props['resend']>(async () => ok(undefined))
  open({ email: undefined, resend })
  await page.getByLabelText(t('confirmEmail.email')).fill('mailto:ana@example.com\u200E')
  await again().click()
  await expect.element(page.getByText(t('successMessage.codeSent'))).toBeVisible()
  expect(resend).toHaveBeenCalledExactlyOnceWith('ana@example.com')
})

const link = (name: string) => page.getByRole('alert').getByRole('link', { name, exact: true })

test.each([{ email: 'ana@example.com' }, { email: undefined }])(
  'leads from an address that is confirmed already to the sign-in, with the address: %j',
  async (given) => {
    const failure = { message: 'errorMessage.alreadyConfirmed', step: 'sign-in' } as const
    open({ ...given, resend: async () => fail(failure) })
    if (given.email === undefined) await page.getByLabelText(t('confirmEmail.email')).fill('ana@example.com')
    await again().click()
    await expect.element(page.getByRole('alert').getByText(t(failure.message))).toBeVisible()
    await expect.element(link(t('signUp.toSignIn'))).toHaveAttribute('href', `/${locale}/login`)
    await expect.poll(() => link(t('forgotPassword.codeTitle')).elements().length).toBe(0)
    await link(t('signUp.toSignIn')).click()
    expect(router?.history.location.state.email).toBe('ana@example.com')
  },
)

test.each([
  { given: {}, target: locale },
  { given: { accountLocale: 'pt-BR' }, target: 'pt-BR' },
] as const)(
  'leads from an address that has an account to its sign-in and to a new password: %j',
  async (row) => {
    open({
      ...row.given,
      confirm: async () =>
        fail({
          message: 'errorMessage.authCodeVerifyError',
          reason: 'errorMessage.authEmail',
          step: 'sign-in-or-reset',
        }),
    })
    await code().fill('123456')
    await submit().click()
    await expect.element(page.getByRole('alert').getByText(t('errorMessage.authEmail'))).toBeVisible()
    await expect.element(link(t('signUp.toSignIn'))).toHaveAttribute('href', `/${row.target}/login`)
    await expect
      .element(link(t('forgotPassword.codeTitle')))
      .toHaveAttribute('href', `/${row.target}/forgot-password`)
    await expect
      .element(page.getByRole('link', { name: t('confirmEmail.backToSignUp') }))
      .toHaveAttribute('href', `/${row.target}/sign-up`)
  },
)
