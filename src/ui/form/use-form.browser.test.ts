import { createElement } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { SignInScreen } from '../../features/sign-in/sign-in-screen.tsx'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { readTextFields } from './use-form.ts'
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
      signInWithPasskey: async () => ok('cancelled' as const),
      onSignedIn: nothing,
      onNextStep: nothing,
    }),
  )
})
afterEach(() => {
  notify.dismiss()
  form.remove()
  toaster.remove()
})

/** Excludes toasts that are disappearing, because an error stays for 4 s by itself. */
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

test('reads half of a surrogate pair as it was typed, so that it can be removed', () => {
  const fields = document.createElement('form')
  fields.innerHTML =
    '<input name="club"><textarea name="words"></textarea><input type="checkbox" name="news">' +
    '<input type="radio" name="size" value="a"><input type="radio" name="size" value="b" checked>'
  fields.querySelector('input')!.value = 'Clu\uD83Db'
  fields.querySelector('textarea')!.value = 'a\uDE00\nb'
  expect(readTextFields(fields)).toEqual({ club: 'Clu\uD83Db', words: 'a\uDE00\nb', size: 'b' })
})
