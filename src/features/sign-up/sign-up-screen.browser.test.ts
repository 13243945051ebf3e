import { createElement, useState, type ComponentProps } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { LocaleCode } from '../../config/locales.ts'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { fail, ok, type Result } from '../../lib/result.ts'
import type { SignUpResult } from '../../account/account.ts'
import type { AuthFailure } from '../../session/auth-failure.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Toaster } from '../../ui/feedback/toaster.tsx'
import { show } from '../../ui/testing/show.tsx'
import { SignUpScreen } from './sign-up-screen.tsx'
import type { SignUpStep } from './steps.tsx'

type Props = ComponentProps<typeof SignUpScreen>
type SignUp = Props['signUp']

const nothing = () => undefined
const verify = { next: 'verify' } as SignUpResult

let shown: ReturnType<typeof show>[] = []
afterEach(() => {
  notify.dismiss()
  for (const { remove } of shown) remove()
  shown = []
})

/** The screen at the step that its address would name. */
const Screen = (props: Omit<Props, 'step' | 'onStep' | 'onBack'> & { at: SignUpStep }) => {
  const [step, onStep] = useState(props.at)
  return createElement(SignUpScreen, { ...props, step, onStep, onBack: nothing })
}

const open = (locale: LocaleCode, signUp: SignUp, at: SignUpStep = 'you') => {
  const t = translateIn(locale)
  const onSignedUp = vi.fn()
  const props = { initialTexts: {}, onTextsChange: nothing, signUp, onSignedUp, offline: false, at }
  shown.push(show(locale, createElement(Toaster)))
  const screen = show(locale, createElement(Screen, props))
  shown.push(screen)
  const field = (name: string) => page.elementLocator(screen.find(`[name="${name}"]`))
  const legend = (name: string) => page.elementLocator(screen.find(`[data-step="${name}"] legend`))
  const press = (id: 'signUp.next' | 'signUp.submit') =>
    page.getByRole('button', { name: t(id), exact: true })
  /** Chooses any option for each of these questions. */
  const choose = (...names: string[]) => {
    for (const name of names) {
      const select = screen.find(`select[name="${name}"]`)
      if (select instanceof HTMLSelectElement) select.selectedIndex = 1
    }
  }
  return { t, field, legend, press, choose, onSignedUp }
}

type Open = ReturnType<typeof open>

/** Fills all steps of the form, up to the submit button. */
const fillAll = async ({ field, press, choose }: Open, ...questions: string[]) => {
  await field('firstName').fill('Marta')
  await field('lastName').fill('da Silva')
  await field('email').fill('marta@example.com')
  await press('signUp.next').click()
  choose('workFrom', 'sportType', 'youngFemale', 'mktChannel', ...questions)
  await field('numberOfPeople').fill('24')
  await press('signUp.next').click()
  await field('password').fill('Pitch-side-2026!')
  await field('legalAge').click()
}
const surveyProfile = ['age', 'job', 'where', 'language']

test('shows the number of wrong fields, focuses the first, and leaves the step when all are valid', async () => {
  const { field, legend, press } = open('pt-BR', vi.fn())
  await press('signUp.next').click()
  await expect.element(page.getByText('Confira 3 campos.')).toBeVisible()
  await expect.element(field('firstName')).toHaveFocus()
  await field('firstName').fill('Marta')
  await expect.element(page.getByText('Confira 2 campos.')).toBeVisible()
  await field('lastName').fill('da Silva')
  await field('email').fill('marta@')
  await userEvent.keyboard('{Enter}')
  await expect.element(field('email')).toHaveFocus()
  await field('email').fill('marta@example.com')
  await expect.poll(() => page.getByText('Confira um campo.').elements().length).toBe(0)
  await userEvent.keyboard('{Enter}')
  // A screen reader reads the next step from its top.
  await expect.element(legend('work')).toHaveFocus()
  await expect.element(field('email')).not.toBeVisible()
})

test('returns to an earlier step with missing fields, and sends nothing', async () => {
  const signUp = vi.fn<SignUp>()
  const { field, press } = open('pt-BR', signUp, 'agreements')
  for (const [name, text] of [
    ['firstName', 'Marta'],
    ['lastName', 'da Silva'],
    ['email', 'marta@example.com'],
  ] as const)
    Object.assign(field(name).element(), { value: text })
  await field('password').fill('Pitch-side-2026!')
  await field('legalAge').click()
  await press('signUp.submit').click()
  await expect.element(field('job')).toHaveFocus()
  expect(signUp).not.toHaveBeenCalled()
})

test.each<[LocaleCode, AuthFailure, string[]]>([
  ['es-MX', { message: 'errorMessage.authEmail' }, ['job']],
  ['en-US', { message: 'errorMessage.authEmail' }, surveyProfile],
  ['es-US', { message: 'errorMessage.authSignUp' }, surveyProfile],
])(
  'reports a sign-up of %s refused with %j, and keeps what was typed',
  async (locale, failure, questions) => {
    const screen = open(locale, async () => fail(failure))
    await fillAll(screen, ...questions)
    await screen.press('signUp.submit').click()
    await expect.element(page.getByRole('alert').getByText(screen.t(failure.message))).toBeVisible()
    await expect.element(screen.field('email')).toHaveValue('marta@example.com')
    for (const name of [...questions, 'password'])
      await expect.element(screen.field(name)).not.toHaveValue('')
    expect(screen.onSignedUp).not.toHaveBeenCalled()
  },
)

test('leads from a taken address to the sign-in and to a new password', async () => {
  const screen = open('es-MX', async () =>
    fail({ message: 'errorMessage.authEmail', step: 'sign-in-or-reset' }),
  )
  await fillAll(screen, 'job')
  await screen.press('signUp.submit').click()
  const link = (name: string) => page.getByRole('alert').getByRole('link', { name, exact: true })
  await expect.element(link(screen.t('signUp.toSignIn'))).toHaveAttribute('href', '/es-MX/login')
  await expect
    .element(link(screen.t('forgotPassword.codeTitle')))
    .toHaveAttribute('href', '/es-MX/forgot-password')
})

test('marks the form as busy during the sign-up, and does not send it twice', async () => {
  const { promise, resolve } = Promise.withResolvers<Result<SignUpResult, AuthFailure>>()
  const signUp = vi.fn<SignUp>(() => promise)
  const screen = open('en-US', signUp)
  await fillAll(screen, ...surveyProfile)
  const submit = screen.press('signUp.submit')
  await submit.dblClick()
  await expect.element(submit).toHaveAttribute('aria-busy', 'true')
  await screen.field('password').click()
  await userEvent.keyboard('{Enter}')
  resolve(ok(verify))
  await expect.element(page.getByText(screen.t('successMessage.signUpSucess'))).toBeVisible()
  expect(screen.onSignedUp).toHaveBeenCalledExactlyOnceWith(verify)
  expect(signUp).toHaveBeenCalledOnce()
})
