import { createElement, type ComponentProps } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { localeCodes, type LocaleCode } from '../../config/locales.ts'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { fail, ok } from '../../lib/result.ts'
import { show } from '../../ui/testing/show.tsx'
import { findWiderThanPhones } from '../../ui/testing/wider-than-phones.ts'
import { SecondFactorScreen } from './second-factor-screen.tsx'

type Props = ComponentProps<typeof SecondFactorScreen>

const locale = 'es-AR'
const t = translateIn(locale)

let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

const open = (given: Partial<Props>, language: LocaleCode = locale) => {
  const props = {
    email: 'ana@example.com',
    offline: false,
    isAdmin: false,
    askedAt: 'signIn' as const,
    factors: ok([]),
    pendingKey: undefined,
    measureClock: async () => 0,
    createKey: vi.fn<Props['createKey']>(async () => ok('ABCDEFGHIJKLMNOP')),
    turnOn: vi.fn<Props['turnOn']>(async () => ok(undefined)),
    turnOff: vi.fn<Props['turnOff']>(async () => ok(undefined)),
    ...given,
  }
  const ways = { onRetry: vi.fn(), onChanged: vi.fn(async () => undefined) }
  screen = show(language, createElement(SecondFactorScreen, { ...props, ...ways }))
  return { ...props, ...ways }
}

const password = () => page.getByLabelText(t('secondFactor.password'), { exact: true })
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const unfold = (summary: string) => page.getByText(summary, { exact: true }).click()

test('sets up a code: password, key, first code', async () => {
  const { createKey, turnOn, onChanged } = open({})
  await expect.element(page.getByText(t('secondFactor.off'))).toBeVisible()
  await password().fill('Treino-2026!')
  await press(t('secondFactor.setUp'))
  // On a phone the code comes first, because the app usually is on the same phone.
  await expect.element(page.getByText('ABCD EFGH IJKL MNOP')).not.toBeVisible()
  await unfold(t('authenticator.otherDevice'))
  await expect.element(page.getByText('ABCD EFGH IJKL MNOP')).toBeVisible()
  expect(createKey).toHaveBeenCalledExactlyOnceWith('Treino-2026!')
  await page.getByLabelText(t('confirmEmail.code')).fill('123456')
  await press(t('secondFactor.save'))
  await expect.poll(() => onChanged.mock.calls.length).toBe(1)
  expect(turnOn).toHaveBeenCalledExactlyOnceWith('123456')
})

test('continues a set-up that a reload has interrupted', async () => {
  const turnOn = vi.fn<Props['turnOn']>(async () => ok(undefined))
  open({ pendingKey: 'QRSTUVWXYZ234567', turnOn })
  await expect.element(page.getByText('QRST UVWX YZ23 4567')).toBeInTheDocument()
  await page.getByLabelText(t('confirmEmail.code')).fill('123456')
  await press(t('secondFactor.save'))
  await expect.poll(() => turnOn.mock.calls).toEqual([['123456']])
})

test('says that the clock is 3 minutes off after a wrong code', async () => {
  open({
    pendingKey: 'QRSTUVWXYZ234567',
    turnOn: async () => fail({ message: 'errorMessage.challengeCodeWrong' }),
    measureClock: async () => 180_000,
  })
  await page.getByLabelText(t('confirmEmail.code')).fill('123456')
  await press(t('secondFactor.save'))
  await expect.element(page.getByText(t('takeAlong.clock.missing', { minutes: 3 }))).toBeVisible()
})

test('says that an account has no second factors, and leads back', async () => {
  open({ factors: fail({ message: 'secondFactor.notOffered' }) })
  await expect.element(page.getByText(t('secondFactor.notOffered'))).toBeVisible()
  await expect.element(page.getByRole('link', { name: t('profile.toSecurity') })).toBeVisible()
  expect(page.getByRole('button', { name: t('common.retry') }).elements()).toHaveLength(0)
})

test('keeps the key after a wrong code, and reads whether another tab has turned the code on', async () => {
  const { onChanged } = open({ turnOn: async () => fail({ message: 'errorMessage.challengeCodeWrong' }) })
  await password().fill('Treino-2026!')
  await press(t('secondFactor.setUp'))
  await page.getByLabelText(t('confirmEmail.code')).fill('123456')
  await press(t('secondFactor.save'))
  await expect.element(page.getByText(t('errorMessage.challengeCodeWrong'))).toBeVisible()
  await expect.element(page.getByText('ABCD EFGH IJKL MNOP')).toBeInTheDocument()
  expect(onChanged).toHaveBeenCalledOnce()
})

test('keeps the key when the connection is lost, and reads nothing', async () => {
  const { onChanged } = open({
    pendingKey: 'QRSTUVWXYZ234567',
    turnOn: async () => fail({ message: 'error.network' }),
  })
  await page.getByLabelText(t('confirmEmail.code')).fill('123456')
  await press(t('secondFactor.save'))
  await expect.element(page.getByText(t('error.network'))).toBeVisible()
  await expect.element(page.getByText('QRST UVWX YZ23 4567')).toBeInTheDocument()
  expect(onChanged).not.toHaveBeenCalled()
})

test('turns the code off after the password, and says what to do about a lost device', async () => {
  const { turnOff, onChanged } = open({ factors: ok(['TOTP']) })
  await expect.element(page.getByText(t('secondFactor.on'))).toBeVisible()
  await expect.element(page.getByText(t('secondFactor.lost'))).toBeVisible()
  // The page says that all is well. The form to turn it off opens after a tap.
  expect(password().elements()).toHaveLength(0)
  await unfold(t('secondFactor.turnOff'))
  await password().fill('Treino-2026!')
  await press(t('secondFactor.turnOff'))
  await expect.poll(() => onChanged.mock.calls.length).toBe(1)
  expect(turnOff).toHaveBeenCalledExactlyOnceWith('Treino-2026!')
})

test('changes nothing with a wrong password', async () => {
  const { onChanged } = open({
    factors: ok(['EMAIL']),
    turnOff: async () => fail({ message: 'changePassword.oldPasswordWrong' }),
  })
  await unfold(t('secondFactor.turnOff'))
  await password().fill('Not-mine-2026!')
  await press(t('secondFactor.turnOff'))
  await expect.element(page.getByText(t('changePassword.oldPasswordWrong'))).toBeVisible()
  expect(onChanged).not.toHaveBeenCalled()
})

test('offers no form while it is unknown whether a code is asked for', async () => {
  const { onRetry } = open({ factors: fail({ message: 'error.network' }) })
  await expect.element(page.getByText(t('error.network'))).toBeVisible()
  expect(password().elements()).toHaveLength(0)
  await press(t('common.retry'))
  expect(onRetry).toHaveBeenCalledOnce()
})

test.each<[string, Props['factors']]>([
  ['is read', undefined],
  ['could not be read', fail({ message: 'error.network' })],
])('says offline only that it needs a connection, when the state %s', async (_when, factors) => {
  open({ factors, offline: true })
  await expect.element(page.getByRole('status')).toHaveTextContent(t('error.offlinePage'))
  expect(page.getByText(t('error.network')).elements()).toHaveLength(0)
  expect(page.getByRole('button').elements()).toHaveLength(0)
})

test('says once that nothing can be changed offline', async () => {
  open({ offline: true })
  await expect.element(page.getByText(t('profile.needsConnection'))).toBeVisible()
  expect(page.getByRole('status').elements()).toHaveLength(1)
})

test.each([true, false])('leads an admin back to the admin pages; an admin: %s', async (isAdmin) => {
  open({ factors: ok(['TOTP']), isAdmin })
  await expect.element(page.getByText(t('secondFactor.on'))).toBeVisible()
  expect(page.getByRole('link', { name: t('secondFactor.toAdmin') }).elements()).toHaveLength(isAdmin ? 1 : 0)
})

test('says that only the admin pages ask for the code, if the provider has none', async () => {
  open({ factors: ok([]), isAdmin: true, askedAt: 'admin' })
  await expect.element(page.getByText(t('secondFactor.atAdmin.off'))).toBeVisible()
  await expect.element(page.getByText(t('secondFactor.atAdmin.intro'))).toBeVisible()
})

describe.each(localeCodes)('in %s nothing is wider than a phone', (language) => {
  test.each<[string, Partial<Props>]>([
    ['without a code', {}],
    ['with a code', { factors: ok(['TOTP', 'EMAIL']), isAdmin: true }],
    ['with a code for the admin pages', { isAdmin: true, askedAt: 'admin' }],
    ['with a key', { pendingKey: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567ABCDEFGHIJKLMNOPQRST' }],
    ['without a list', { factors: fail({ message: 'error.network' }) }],
  ])('%s', async (_when, given) => {
    open(given, language)
    expect(await findWiderThanPhones()).toEqual([])
  })
})
