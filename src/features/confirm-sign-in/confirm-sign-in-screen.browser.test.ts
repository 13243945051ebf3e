import { createElement, type ComponentProps } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { localeCodes, type LocaleCode } from '../../config/locales.ts'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { fail, ok } from '../../lib/result.ts'
import type { Challenge } from '../../session/challenge.ts'
import { show } from '../../ui/testing/show.tsx'
import { findWiderThanPhones } from '../../ui/testing/wider-than-phones.ts'
import { ConfirmSignInScreen } from './confirm-sign-in-screen.tsx'

type Props = ComponentProps<typeof ConfirmSignInScreen>

const locale = 'en-GB'
const t = translateIn(locale)

let shown: ReturnType<typeof show>[] = []
afterEach(() => {
  for (const { remove } of shown) remove()
  shown = []
})

const open = (challenge: Challenge, given: Partial<Props> = {}, language: LocaleCode = locale) => {
  const ways = { onSignedIn: vi.fn(), onNextChallenge: vi.fn(), onRestart: vi.fn() }
  const answer = vi.fn<Props['answer']>(given.answer ?? (async () => ok(undefined)))
  const shared = { email: 'ana@example.com', offline: false, headingRef: null }
  const props = { ...shared, measureClock: async () => 0, ...ways, ...given }
  shown.push(show(language, createElement(ConfirmSignInScreen, { ...props, challenge, answer })))
  return { ...ways, answer }
}

const heading = (name: string) => page.getByRole('heading', { level: 1, name })
const field = (label: string) => page.getByRole('textbox', { name: label, exact: true })
const submit = () => page.getByRole('button', { name: t('confirmSignIn.submit'), exact: true })
const codeLabel = t('confirmEmail.code')

test.each([
  ['TOTP', undefined, 'ana@example.com'],
  ['EMAIL', 'a***@e***', 'a***@e***'],
  ['SMS', '+*******1234', '+*******1234'],
] as const)('asks for a code by %s, and signs in with it', async (factor, destination, place) => {
  const { answer, onSignedIn } = open({ kind: 'code', factor, destination })
  await expect.element(heading(t(`confirmSignIn.code.${factor}.title`))).toBeVisible()
  await expect.element(page.getByText(place, { exact: true })).toBeVisible()
  await field(codeLabel).fill('123 456')
  await submit().click()
  await expect.poll(() => onSignedIn.mock.calls.length).toBe(1)
  expect(answer).toHaveBeenCalledExactlyOnceWith({ value: '123456' })
})

test('asks for no code in this browser again only if the coach wants that', async () => {
  const { answer } = open({ kind: 'code', factor: 'TOTP' })
  const remember = page.getByLabelText(t('confirmSignIn.remember'))
  await expect.element(remember).not.toBeChecked()
  await field(codeLabel).fill('123456')
  await remember.click()
  await submit().click()
  await expect.poll(() => answer.mock.calls).toEqual([[{ value: '123456', rememberDevice: true }]])
})

test('does not send a code that is too short', async () => {
  const { answer } = open({ kind: 'code', factor: 'TOTP' })
  await field(codeLabel).fill('12345')
  await submit().click()
  await expect.element(page.getByText(t('errorMessage.authCodeverify'))).toBeVisible()
  expect(answer).not.toHaveBeenCalled()
})

test.each([
  [[], []],
  [['lastName'], [t('signUp.lastName')]],
  [
    ['firstName', 'lastName'],
    [t('signUp.firstName'), t('signUp.lastName')],
  ],
] as const)('asks for a new password and the missing names %s', async (missingNames, labels) => {
  const { answer } = open({ kind: 'new-password', missingNames: [...missingNames] })
  for (const part of ['firstName', 'lastName'] as const) {
    const isShown = field(t(`signUp.${part}`)).elements().length > 0
    expect(isShown).toBe(missingNames.some((name) => name === part))
  }
  const intro = missingNames.length > 0 ? 'introWithName' : 'intro'
  await expect.element(page.getByText(t(`confirmSignIn.newPassword.${intro}`))).toBeVisible()
  await page.getByLabelText(t('forgotPassword.newPassword'), { exact: true }).fill('Treino-2026!')
  for (const label of labels) await field(label).fill('Souza')
  await submit().click()
  const name = Object.fromEntries(missingNames.map((part) => [part, 'Souza']))
  await expect.poll(() => answer.mock.calls).toEqual([[{ value: 'Treino-2026!', name }]])
})

test('offers the second factors to choose from', async () => {
  const { answer, onNextChallenge, onSignedIn } = open(
    { kind: 'choose-factor', factors: ['TOTP', 'SMS'] },
    { answer: async () => fail({ message: 'confirmSignIn.needed', step: 'challenge' }) },
  )
  await page.getByLabelText(t('confirmSignIn.factor.SMS')).click()
  await submit().click()
  await expect.poll(() => onNextChallenge.mock.calls.length).toBe(1)
  expect(answer).toHaveBeenCalledExactlyOnceWith({ value: 'SMS' })
  expect(onSignedIn).not.toHaveBeenCalled()
  await expect.element(page.getByText(t('confirmSignIn.needed'))).not.toBeInTheDocument()
})

test('shows the key of a new authenticator app as a link, a QR code and a text to type', async () => {
  const { answer } = open({ kind: 'app-setup', secret: 'ABCDEFGHIJKLMNOP' })
  await expect.element(page.getByRole('button', { name: t('authenticator.open') })).toBeVisible()
  // No link contains the key.
  expect(document.body.innerHTML).not.toContain('secret=')
  await page.getByText(t('authenticator.otherDevice')).click()
  await expect.element(page.getByText('ABCD EFGH IJKL MNOP')).toBeVisible()
  await field(codeLabel).fill('123456')
  await submit().click()
  await expect.poll(() => answer.mock.calls).toEqual([[{ value: '123456' }]])
})

test('sends codes to the address of the account, the only one that a pool accepts', async () => {
  const { answer } = open({ kind: 'email-setup' })
  await expect.element(page.getByText('ana@example.com', { exact: true })).toBeVisible()
  expect(page.getByRole('textbox').elements()).toEqual([])
  await submit().click()
  await expect.poll(() => answer.mock.calls).toEqual([[{ value: 'ana@example.com' }]])
})

test.each([
  ['EMAIL', 'confirmSignIn.noCode'],
  ['SMS', 'confirmSignIn.noCode'],
  ['TOTP', 'confirmSignIn.restart'],
] as const)('leads back from a code by %s with one link, which says what for', async (factor, label) => {
  const { onRestart } = open({ kind: 'code', factor, destination: 'a***@e***' })
  await page.getByRole('link').click()
  await expect.element(page.getByRole('link')).toHaveTextContent(t(label))
  expect(onRestart).toHaveBeenCalledOnce()
})

test.each([
  ['shows that the clock is 2 minutes off', -120_000, true],
  ['does not blame a clock that is a few seconds off', 9000, false],
] as const)('%s after a wrong code of an app', async (_, offset, isBlamed) => {
  open(
    { kind: 'code', factor: 'TOTP' },
    {
      answer: async () => fail({ message: 'errorMessage.challengeCodeWrong' }),
      measureClock: async () => offset,
    },
  )
  await field(codeLabel).fill('123456')
  await submit().click()
  await expect.element(page.getByText(t('errorMessage.challengeCodeWrong'))).toBeVisible()
  const hints = page.getByText(t('takeAlong.clock.missing', { minutes: 2 })).elements()
  expect(hints).toHaveLength(isBlamed ? 1 : 0)
  await expect.element(field(codeLabel)).toHaveValue('123456')
})

test('moves the focus to the title of the next challenge, and not to that of the first', async () => {
  open({ kind: 'code', factor: 'TOTP' })
  await expect.element(heading(t('confirmSignIn.code.TOTP.title'))).toBeVisible()
  await expect.element(heading(t('confirmSignIn.code.TOTP.title'))).not.toHaveFocus()
  open({ kind: 'email-setup' }, { headingRef: (title) => title?.focus() })
  await expect.element(heading(t('confirmSignIn.emailSetup.title'))).toHaveFocus()
})

test('leads to the contact page if the next challenge is unknown', async () => {
  open(
    { kind: 'code', factor: 'TOTP' },
    { answer: async () => fail({ message: 'errorMessage.authLoginError', step: 'contact' }) },
  )
  await field(codeLabel).fill('123456')
  await submit().click()
  const link = page.getByRole('alert').getByRole('link', { name: t('deleteAccount.contact') })
  await expect.element(link).toHaveAttribute('href', `/${locale}/contact`)
})

test('leads back to the sign-in form when the challenge is over', async () => {
  const { onRestart } = open(
    { kind: 'code', factor: 'EMAIL', destination: 'a***@e***' },
    { answer: async () => fail({ message: 'errorMessage.challengeOver', step: 'sign-in' }) },
  )
  await field(codeLabel).fill('123456')
  await submit().click()
  const link = page.getByRole('alert').getByRole('link', { name: t('confirmSignIn.restart') })
  await expect.element(link).toBeVisible()
  // The only way back, and its reason, stand beside the failure.
  expect(page.getByText(t('confirmSignIn.noCode')).elements()).toEqual([])
  expect(page.getByRole('link', { name: t('confirmSignIn.restart') }).elements()).toHaveLength(1)
  await link.click()
  expect(onRestart).toHaveBeenCalledOnce()
})

describe.each(localeCodes)('in %s nothing is wider than a phone', (language) => {
  test.each<Challenge>([
    { kind: 'code', factor: 'TOTP' },
    { kind: 'code', factor: 'EMAIL', destination: 'a***@e***' },
    { kind: 'code', factor: 'SMS', destination: '+*******1234' },
    { kind: 'new-password', missingNames: ['firstName', 'lastName'] },
    { kind: 'choose-factor', factors: ['TOTP', 'SMS', 'EMAIL'] },
    { kind: 'choose-setup', factors: ['TOTP', 'EMAIL'] },
    { kind: 'app-setup', secret: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567ABCDEFGHIJKLMNOPQRST' },
    { kind: 'email-setup' },
  ])('the challenge $kind', async (challenge) => {
    open(challenge, {}, language)
    expect(await findWiderThanPhones()).toEqual([])
  })
})
