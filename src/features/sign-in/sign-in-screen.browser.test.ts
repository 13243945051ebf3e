import { createElement, type ComponentProps } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { LocaleCode } from '../../config/locales.ts'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { fail, ok } from '../../lib/result.ts'
import type { AuthFailure } from '../../session/auth-failure.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Toaster } from '../../ui/feedback/toaster.tsx'
import { show } from '../../ui/testing/show.tsx'
import { SignInScreen } from './sign-in-screen.tsx'

type Props = ComponentProps<typeof SignInScreen>

let shown: ReturnType<typeof show>[] = []
afterEach(() => {
  vi.unstubAllGlobals()
  notify.dismiss()
  for (const { remove } of shown) remove()
  shown = []
})

let locale: LocaleCode = 'es-AR'
beforeEach(() => void (locale = 'es-AR'))
const say = (id: Parameters<ReturnType<typeof translateIn>>[0]) => translateIn(locale)(id)

const cancel: NonNullable<Props['signInWithPasskey']> = async () => ok('cancelled')

const open = (signIn: Props['signIn'], signInWithPasskey: Props['signInWithPasskey'] = cancel) => {
  const ways = { onSignedIn: vi.fn(), onNextStep: vi.fn() }
  const given = { offline: false, signIn, signInWithPasskey, ...ways }
  shown.push(show(locale, createElement(Toaster)))
  shown.push(show(locale, createElement(SignInScreen, given)))
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

test('links an unknown account to the sign-up', async () => {
  open(async () => fail({ message: 'errorMessage.authSignUpUserNotFound' }))
  await signIn()
  await expect
    .element(alert().getByRole('link', { name: say('signIn.toSignUp') }))
    .toHaveAttribute('href', '/es-AR/sign-up')
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
  await expect.element(passkeyButton()).toHaveAttribute('aria-disabled', 'true')
  await expect.element(passkeyButton()).not.toHaveAttribute('aria-busy')
  await submit().dblClick({ force: true })
  await expect.element(submit()).toHaveAttribute('aria-busy', 'true')
  resolve(ok(undefined))
  await expect.element(page.getByText(say('successMessage.authLogin'))).toBeVisible()
  expect(onSignedIn).toHaveBeenCalledOnce()
  expect(asked).toHaveBeenCalledExactlyOnceWith('ana@example.com', 'Outra-2026!')
})

test('stays busy until the next page is shown, and confirms the sign-in there', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const onSignedIn = vi.fn(() => promise)
  const given = { offline: false, signInWithPasskey: cancel, onSignedIn, onNextStep: vi.fn() }
  shown.push(show(locale, createElement(Toaster)))
  shown.push(show(locale, createElement(SignInScreen, { ...given, signIn: async () => ok(undefined) })))
  await signIn()
  await expect.poll(() => onSignedIn.mock.calls.length).toBe(1)
  // Longer than a page that is ready needs.
  await new Promise((end) => setTimeout(end, 300))
  expect(submit().element().getAttribute('aria-busy')).toBe('true')
  for (const field of [email(), password()]) await expect.element(field).toHaveAttribute('readonly')
  expect(page.getByText(say('successMessage.authLogin')).elements()).toEqual([])
  resolve(undefined)
  await expect.element(page.getByText(say('successMessage.authLogin'))).toBeVisible()
})

const passkeyButton = () => page.getByRole('button', { name: say('passkeys.signIn'), exact: true })
const never = vi.fn<Props['signIn']>()
type WithPasskey = NonNullable<Props['signInWithPasskey']>

test('signs in with a passkey, which needs only the address', async () => {
  const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<WithPasskey>>>()
  const withPasskey = vi.fn<WithPasskey>(() => promise)
  const { onSignedIn } = open(never, withPasskey)
  await email().fill('ana@example.com')
  await passkeyButton().click()
  await expect.element(passkeyButton()).toHaveAttribute('aria-busy', 'true')
  await expect.element(submit()).toHaveAttribute('aria-disabled', 'true')
  await submit().click({ force: true })
  await passkeyButton().click({ force: true })
  resolve(ok('signed-in'))
  await expect.poll(() => onSignedIn.mock.calls.length).toBe(1)
  expect(withPasskey).toHaveBeenCalledExactlyOnceWith('ana@example.com')
  expect(never).not.toHaveBeenCalled()
})

test('asks for the address of a passkey at its field', async () => {
  const withPasskey = vi.fn<WithPasskey>()
  open(never, withPasskey)
  await passkeyButton().click()
  await expect.element(email()).toHaveFocus()
  await expect.element(email()).toHaveAttribute('aria-invalid', 'true')
  expect(password().element().getAttribute('aria-invalid')).not.toBe('true')
  expect(withPasskey).not.toHaveBeenCalled()
})

test('stays at the form after a cancelled prompt, without an error, and the password works', async () => {
  const asked = vi.fn<Props['signIn']>(async () => ok(undefined))
  const { onSignedIn } = open(asked)
  await email().fill('ana@example.com')
  await passkeyButton().click()
  await expect.element(page.getByText(say('passkeys.cancelled'))).toBeVisible()
  await expect.element(passkeyButton()).toHaveFocus()
  expect(alert().elements()).toHaveLength(0)
  expect(onSignedIn).not.toHaveBeenCalled()
  await password().fill('Outra-2026!')
  // The Enter key sends the password.
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => asked.mock.calls).toEqual([['ana@example.com', 'Outra-2026!']])
})

test('sends the password for a password manager after a cancelled prompt', async () => {
  const asked = vi.fn<Props['signIn']>(async () => ok(undefined))
  const withPasskey = vi.fn<WithPasskey>(cancel)
  open(asked, withPasskey)
  await email().fill('ana@example.com')
  await passkeyButton().click()
  await expect.element(page.getByText(say('passkeys.cancelled'))).toBeVisible()
  await password().fill('Outra-2026!')
  document.querySelector('form')?.requestSubmit()
  await expect.poll(() => asked.mock.calls).toEqual([['ana@example.com', 'Outra-2026!']])
  expect(withPasskey).toHaveBeenCalledOnce()
})

test('says that no passkey opens the account, and offers none in a browser without passkeys', async () => {
  open(never, async () => fail({ message: 'passkeys.missing' }))
  await email().fill('ana@example.com')
  await passkeyButton().click()
  await expect.element(alert().getByText(say('passkeys.missing'))).toBeVisible()
  await expect.element(email()).toHaveValue('ana@example.com')
  for (const { remove } of shown) remove()
  vi.stubGlobal('PublicKeyCredential', undefined)
  open(never)
  await expect.element(submit()).toBeVisible()
  expect(passkeyButton().elements()).toHaveLength(0)
})

test('offers no passkey where the provider has none', async () => {
  locale = 'en-US'
  open(never)
  await expect.element(submit()).toBeVisible()
  expect(passkeyButton().elements()).toHaveLength(0)
})

test('asks a signed-in coach who signs in again for the password', async () => {
  const props = { offline: false, signIn: never, onSignedIn: vi.fn(), onNextStep: vi.fn() }
  shown.push(show(locale, createElement(SignInScreen, props)))
  await expect.element(submit()).toBeVisible()
  expect(passkeyButton().elements()).toHaveLength(0)
})

test('prepares a passkey when the coach reaches its button, and not before', async () => {
  const preparePasskeys = vi.fn()
  const ways = { onSignedIn: vi.fn(), onNextStep: vi.fn() }
  const given = { offline: false, signIn: never, signInWithPasskey: cancel, preparePasskeys, ...ways }
  shown.push(show(locale, createElement(SignInScreen, given)))
  await email().fill('ana@example.com')
  expect(preparePasskeys).not.toHaveBeenCalled()
  passkeyButton()
    .element()
    .dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  expect(preparePasskeys).toHaveBeenCalledOnce()
  const button = passkeyButton().element()
  if (button instanceof HTMLElement) button.focus()
  expect(preparePasskeys).toHaveBeenCalledTimes(2)
})

/** Opens the form on a device where a coach has used a passkey before. */
const openAfterPasskey = (given: Partial<Props> = {}) => {
  const ways = { onSignedIn: vi.fn(), onNextStep: vi.fn(), hasUsedPasskey: () => true }
  const props = { offline: false, signIn: never, signInWithPasskey: cancel, ...ways, ...given }
  shown.push(show(locale, createElement(Toaster)))
  shown.push(show(locale, createElement(SignInScreen, props)))
}
/** The fields and buttons of the form, in their order. */
const listControls = () =>
  [
    ...document.querySelectorAll<HTMLInputElement>('form :is(input, button[type=submit], [name=passkey])'),
  ].map(({ name, type }) => name || type)

test('offers the password first', async () => {
  open(never)
  await expect.element(submit()).toBeVisible()
  expect(listControls()).toEqual(['email', 'password', 'submit', 'passkey'])
  expect(page.getByText(say('passkeys.orPassword')).elements()).toEqual([])
})

test('offers the passkey first on a device where one was used, and the password below it', async () => {
  const withPasskey = vi.fn<WithPasskey>(cancel)
  const asked = vi.fn<Props['signIn']>(async () => ok(undefined))
  openAfterPasskey({ signIn: asked, signInWithPasskey: withPasskey })
  await expect.element(page.getByText(say('passkeys.orPassword'))).toBeVisible()
  expect(listControls()).toEqual(['email', 'passkey', 'password', 'submit'])
  await email().fill('ana@example.com')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(say('passkeys.cancelled'))).toBeVisible()
  expect(withPasskey).toHaveBeenCalledExactlyOnceWith('ana@example.com')
  // In the field for the password, the Enter key sends the password.
  await password().fill('Outra-2026!')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => asked.mock.calls).toEqual([['ana@example.com', 'Outra-2026!']])
  expect(withPasskey).toHaveBeenCalledOnce()
})

test('sends the password for a password manager, which presses the first submit button', async () => {
  const withPasskey = vi.fn<WithPasskey>(cancel)
  const asked = vi.fn<Props['signIn']>(async () => fail({ message: 'errorMessage.passwordIsWrong' }))
  openAfterPasskey({ signIn: asked, signInWithPasskey: withPasskey })
  await email().fill('ana@example.com')
  await password().fill('Outra-2026!')
  document.querySelector<HTMLButtonElement>('form [type=submit]')?.click()
  await expect.element(alert()).toBeVisible()
  // In the field for the address, the Enter key sends a password that is filled in.
  await email().click()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => asked.mock.calls.length).toBe(2)
  expect(asked).toHaveBeenLastCalledWith('ana@example.com', 'Outra-2026!')
  expect(withPasskey).not.toHaveBeenCalled()
})

test('leaves an Enter key that ends a composition to the browser', async () => {
  const withPasskey = vi.fn<WithPasskey>(cancel)
  openAfterPasskey({ signInWithPasskey: withPasskey })
  await email().fill('ana@example.com')
  const press = (isComposing: boolean) =>
    email()
      .element()
      .dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', isComposing, bubbles: true, cancelable: true }),
      )
  expect(press(true)).toBe(true)
  expect(withPasskey).not.toHaveBeenCalled()
  expect(press(false)).toBe(false)
  expect(withPasskey).toHaveBeenCalledOnce()
})

test('keeps its order after a wrong password, also if another tab has used a passkey meanwhile', async () => {
  let hasUsedPasskey = false
  openAfterPasskey({
    hasUsedPasskey: () => hasUsedPasskey,
    signIn: async () => {
      hasUsedPasskey = true
      return fail({ message: 'errorMessage.passwordIsWrong' })
    },
  })
  await signIn()
  await expect.element(alert()).toBeVisible()
  expect(listControls()).toEqual(['email', 'password', 'submit', 'passkey'])
})

test('offers the password first again when no passkey opens the account, and keeps what was typed', async () => {
  // Another coach of this device may have a passkey.
  openAfterPasskey({ signInWithPasskey: async () => fail({ message: 'passkeys.missing' }) })
  await email().fill('ana@example.com')
  expect(listControls()).toEqual(['email', 'passkey', 'password', 'submit'])
  await passkeyButton().click()
  await expect.element(alert().getByText(say('passkeys.missing'))).toBeVisible()
  expect(document.activeElement?.contains(alert().element())).toBe(true)
  expect(listControls()).toEqual(['email', 'password', 'submit', 'passkey'])
  await expect.element(email()).toHaveValue('ana@example.com')
})

test('offers the password first if a passkey was used, but not in this browser or at this provider', async () => {
  locale = 'en-US'
  openAfterPasskey()
  await expect.element(submit()).toBeVisible()
  expect(listControls()).toEqual(['email', 'password', 'submit'])
})
