import { createElement, type ComponentProps } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { localeCodes, type LocaleCode } from '../../config/locales.ts'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { fail, ok } from '../../lib/result.ts'
import { show } from '../../ui/testing/show.tsx'
import { findWiderThanPhones } from '../../ui/testing/wider-than-phones.ts'
import { HostedSignInScreen } from './hosted-sign-in-screen.tsx'

type Props = ComponentProps<typeof HostedSignInScreen>

const t = translateIn('en-GB')

let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

const open = (given: Partial<Props> = {}, locale: LocaleCode = 'en-GB') => {
  const start = vi.fn<Props['start']>(given.start ?? (async () => ok(undefined)))
  const retry = vi.fn<Props['retry']>(async () => undefined)
  const shared = {
    isCompleting: false,
    failure: undefined,
    signedInEmail: undefined,
    canRetry: false,
    offline: false,
  }
  screen = show(locale, createElement(HostedSignInScreen, { ...shared, ...given, start, retry }))
  return { start, retry }
}
const button = (name: string) => page.getByRole('button', { name, exact: true })

test('says what happens before it leads to the page, and offers the password instead', async () => {
  const { start } = open()
  await expect.element(page.getByText(t('hostedSignIn.intro'))).toBeVisible()
  await button(t('hostedSignIn.submit')).click()
  expect(start).toHaveBeenCalledOnce()
  await expect
    .element(page.getByRole('link', { name: t('hostedSignIn.withPassword') }))
    .toHaveAttribute('href', '/en-GB/login')
})

test('says that the page did not appear, and lets the coach try again', async () => {
  const { start } = open({
    start: async () => fail({ message: 'errorMessage.authLoginError', reason: 'error.providerUnavailable' }),
  })
  await button(t('hostedSignIn.submit')).click()
  await expect.element(page.getByText(t('error.providerUnavailable'))).toBeVisible()
  await button(t('confirmSignIn.restart')).click()
  expect(start).toHaveBeenCalledTimes(2)
})

test('focuses why the return has failed, and uses its response once more if that may help', async () => {
  const { start, retry } = open({
    failure: { message: 'errorMessage.authLoginError', reason: 'error.timeout' },
    canRetry: true,
  })
  await expect.element(page.getByText(t('error.timeout'))).toBeVisible()
  expect(document.activeElement?.textContent).toContain(t('error.timeout'))
  await button(t('common.retry')).click()
  expect(retry).toHaveBeenCalledOnce()
  expect(start).not.toHaveBeenCalled()
})

test('starts again after a failure that only a new sign-in helps', async () => {
  const { start } = open({ failure: { message: 'hostedSignIn.otherWindow', step: 'sign-in' } })
  expect(page.getByRole('button').all()).toHaveLength(1)
  await button(t('confirmSignIn.restart')).click()
  expect(start).toHaveBeenCalledOnce()
})

test.each(['hostedSignIn.signedIn', 'hostedSignIn.otherWindow'] as const)(
  'names who is already signed in, and leads on, after %s',
  async (message) => {
    open({ failure: { message, step: 'sign-in' }, signedInEmail: 'ana@example.com' })
    const name = t('hostedSignIn.signedInAs', { email: 'ana@example.com' })
    await expect.element(page.getByText(name)).toBeVisible()
    expect(page.getByText(t(message)).elements()).toEqual([])
    expect(page.getByRole('button').all()).toHaveLength(0)
    await expect
      .element(page.getByRole('link', { name: t('courses.title') }))
      .toHaveAttribute('href', '/en-GB/my-courses')
  },
)

test('offers nothing while the coach is being signed in', async () => {
  open({ isCompleting: true })
  await expect.element(page.getByRole('status')).toHaveTextContent(t('common.loading'))
  expect(page.getByRole('button').all()).toHaveLength(0)
})

test('says that it needs a connection', async () => {
  open({ offline: true })
  await expect.element(page.getByText(t('error.offlineNeedsConnection'))).toBeVisible()
})

describe.each(localeCodes)('in %s nothing is wider than a phone', (language) => {
  test.each<[string, Partial<Props>]>([
    ['before the page', {}],
    ['without a connection', { offline: true }],
    [
      'after a failure',
      { failure: { message: 'errorMessage.authLoginError', reason: 'error.timeout' }, canRetry: true },
    ],
    ['in another window', { failure: { message: 'hostedSignIn.otherWindow', step: 'sign-in' } }],
    [
      'of a signed-in coach',
      {
        failure: { message: 'hostedSignIn.otherWindow', step: 'sign-in' },
        signedInEmail: 'maximiliana.wolfeschlegelstein@hubertblaine.example.com',
      },
    ],
  ])('%s', async (_when, given) => {
    open(given, language)
    expect(await findWiderThanPhones()).toEqual([])
  })
})
