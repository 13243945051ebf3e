import { createElement } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { SignInScreen } from '../../features/sign-in/sign-in-screen.tsx'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { ok } from '../../lib/result.ts'
import { notify } from '../feedback/notify.ts'
import { Toaster } from '../feedback/toaster.tsx'
import { show } from '../testing/show.tsx'

const t = translateIn('en-GB')
const nothing = () => undefined

let form: ReturnType<typeof show>
let toaster: ReturnType<typeof show>
beforeEach(() => {
  toaster = show('en-GB', createElement(Toaster))
  form = show(
    'en-GB',
    createElement(SignInScreen, {
      offline: false,
      signIn: async () => ok(undefined),
      onSignedIn: nothing,
      onUnconfirmed: nothing,
    }),
  )
})
afterEach(() => {
  notify.dismiss()
  form.remove()
  toaster.remove()
})

/** Excludes toasts that are disappearing: an error stays for 4 s by itself. */
const toasts = () => document.querySelectorAll('[data-sonner-toast]:not([data-removed=true])').length
const email = () => page.getByLabelText(t('signIn.email'))
const submitWrong = async () => {
  await email().fill('ana')
  await page.getByRole('button', { name: t('signIn.submit'), exact: true }).click()
  await expect.poll(toasts).toBe(1)
}

test('dismisses the toast about a wrong address as soon as the address is valid', async () => {
  await submitWrong()
  await email().fill('ana@example.org')
  await expect.poll(toasts, { timeout: 2000 }).toBe(0)
})

test('dismisses the toast when its form is removed', async () => {
  await submitWrong()
  form.remove()
  await expect.poll(toasts, { timeout: 2000 }).toBe(0)
})
