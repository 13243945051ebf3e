import { createElement, type ComponentProps } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { fail, ok, type Result } from '../../lib/result.ts'
import type { AuthFailure } from '../../session/auth-failure.ts'
import { show } from '../../ui/testing/show.tsx'
import { ChangePasswordScreen } from './change-password-screen.tsx'

type Props = ComponentProps<typeof ChangePasswordScreen>

const t = translateIn('en-US')

let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

const open = (changePassword: Props['changePassword'], given: Partial<Props> = {}) => {
  const onChanged = vi.fn()
  const props = { email: 'ana@example.com', offline: false, uploads: [], changePassword, onChanged, ...given }
  screen = show('en-US', createElement(ChangePasswordScreen, props))
  return onChanged
}
const old = () => page.getByLabelText(t('changePassword.oldPassword'), { exact: true })
const next = () => page.getByLabelText(t('forgotPassword.newPassword'), { exact: true })
const save = () => page.getByRole('button', { name: t('forgotPassword.save') })
const change = async () => {
  await old().fill('Pitch-side-2026!')
  await next().fill('Half-time-2026!')
  await save().click()
}

test.each<AuthFailure>([
  { message: 'changePassword.oldPasswordWrong' },
  { message: 'errorMessage.authSignUp', reason: 'error.providerUnavailable' },
  { message: 'errorMessage.authSignUp', reason: 'error.tooManyRequests' },
])('reports a change that fails with %j at the focus, and keeps what was typed', async (failure) => {
  const onChanged = open(async () => fail(failure))
  await change()
  const alert = page.getByRole('alert')
  await expect.element(alert.getByText(t(failure.message))).toBeVisible()
  await expect.element(alert.getByText(t(failure.reason ?? failure.message))).toBeVisible()
  expect(document.activeElement?.contains(alert.element())).toBe(true)
  await expect.element(old()).toHaveValue('Pitch-side-2026!')
  await expect.element(next()).toHaveValue('Half-time-2026!')
  expect(onChanged).not.toHaveBeenCalled()
})

test('sends a slow change once', async () => {
  const { promise, resolve } = Promise.withResolvers<Result<void, AuthFailure>>()
  const asked = vi.fn(() => promise)
  const onChanged = open(asked)
  await change()
  await save().dblClick({ force: true })
  await expect.element(save()).toHaveAttribute('aria-busy', 'true')
  resolve(ok(undefined))
  await expect.poll(() => onChanged.mock.calls.length).toBe(1)
  expect(asked).toHaveBeenCalledOnce()
})

test('says that passkeys keep working, to coaches who can have some', async () => {
  open(async () => ok(undefined))
  await expect.element(save()).toBeVisible()
  expect(page.getByText(t('changePassword.passkeysHint')).elements()).toHaveLength(0)
  screen?.remove()
  open(async () => ok(undefined), { hasPasskeys: true })
  await expect.element(page.getByText(t('changePassword.passkeysHint'))).toBeVisible()
})
