import { createElement, type ComponentProps } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { localeCodes, type LocaleCode } from '../../config/locales.ts'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { fail, ok } from '../../lib/result.ts'
import { show } from '../../ui/testing/show.tsx'
import { findWiderThanPhones } from '../../ui/testing/wider-than-phones.ts'
import type { SignIn } from './read-sign-ins.ts'
import { SignInsScreen } from './sign-ins-screen.tsx'

type Props = ComponentProps<typeof SignInsScreen>

const locale = 'es-AR'
const t = translateIn(locale)

const createSignIn = (hour: number, more: Partial<SignIn> = {}): SignIn => ({
  signed_in_at: `2026-11-22T1${hour}:00:00.000Z`,
  last_seen: `2026-11-23T1${hour}:00:00.000Z`,
  browser: 'Chrome',
  system: 'Android',
  current: false,
  ...more,
})
const phone = createSignIn(0)
const laptop = createSignIn(1, { browser: 'Firefox', system: 'Windows', current: true })
const stranger = createSignIn(2, { browser: null, system: null })

let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

const open = (given: Partial<Props>, language: LocaleCode = locale) => {
  const props = {
    offline: false,
    signIns: ok([phone, laptop, stranger]),
    onRetry: vi.fn<Props['onRetry']>(async () => undefined),
    end: vi.fn<Props['end']>(async () => ok(undefined)),
    devices: undefined,
    onDevicesChanged: vi.fn<Props['onDevicesChanged']>(async () => undefined),
    forget: vi.fn<Props['forget']>(async () => ok(undefined)),
    ...given,
  }
  screen = show(language, createElement(SignInsScreen, props))
  return props
}

const endButton = (name: string) =>
  page.getByRole('button', { name: new RegExp(`^${t('signIns.end')} ${name}, `) }).first()
const confirm = () =>
  page
    .getByRole('dialog')
    .getByRole('button', { name: t('signIns.end'), exact: true })
    .click()

test('shows this browser first, then the others, each with its name and its times', async () => {
  open({})
  await expect.element(page.getByText(t('signIns.current'))).toBeVisible()
  const names = page.getByRole('heading', { level: 2 })
  expect(names.elements().map((name) => name.textContent)).toEqual([
    'Firefox en Windows',
    'Chrome en Android',
    t('signIns.unknown'),
  ])
  expect(page.getByRole('button', { name: 'Firefox' }).elements()).toEqual([])
})

test('signs one browser out after a question, and says so when the list is up to date', async () => {
  const { end, onRetry } = open({})
  await endButton('Chrome en Android').click()
  await expect
    .element(page.getByRole('dialog', { name: t('signIns.endTitle', { name: 'Chrome en Android' }) }))
    .toBeVisible()
  expect(end).not.toHaveBeenCalled()
  await confirm()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(end).toHaveBeenCalledExactlyOnceWith([phone])
  expect(onRetry).toHaveBeenCalledOnce()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
})

test('signs all the others out', async () => {
  const end = vi.fn<Props['end']>(async () => ok(undefined))
  open({ end })
  await page.getByRole('button', { name: t('signIns.endOthers') }).click()
  await confirm()
  await expect.poll(() => end.mock.calls).toEqual([[[phone, stranger]]])
})

test('a failure stays in the dialog, where the coach can try again', async () => {
  const end = vi
    .fn<Props['end']>()
    .mockResolvedValueOnce(fail({ code: 'no-answer', status: 0 }))
    .mockResolvedValueOnce(ok(undefined))
  open({ end })
  await endButton('Chrome en Android').click()
  await confirm()
  await expect.element(page.getByRole('dialog').getByText(t('error.network'))).toBeVisible()
  await confirm()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('two devices with the same browser are told apart by when they have signed in', async () => {
  open({ signIns: ok([phone, { ...phone, signed_in_at: '2026-11-21T09:30:00.000Z' }]) })
  await expect.element(endButton('Chrome en Android')).toBeVisible()
  const buttons = page.getByRole('button', { name: /Chrome en Android/ }).elements()
  const names = buttons.map(({ textContent }) => textContent)
  expect(new Set(names).size).toBe(2)
  await endButton('Chrome en Android').click()
  const [shown = ''] = names.map((name) => name?.split(', ').slice(1).join(', '))
  await expect.element(page.getByRole('dialog').getByText(shown)).toBeVisible()
})

test('a lost response is no failure if the device is gone from the list', async () => {
  open({
    end: async () => fail({ code: 'no-answer', status: 0 }),
    onRetry: async () => ok([laptop, stranger]),
  })
  await endButton('Chrome en Android').click()
  await confirm()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
})

const remembered = {
  id: 'sa-east-1_1',
  userAgent: 'Windows 15.0.0 x86 Windows Chromium/143.0.1.2;Microsoft Edge/143.0.1.2',
  lastSignIn: Date.parse('2026-11-22T10:00:00.000Z'),
  isCurrent: false,
}

test.each([
  ['says', [remembered], 1],
  ['does not say', [], 0],
])('%s before the end that a browser stays remembered', async (_says, devices, count) => {
  open({ devices: ok(devices) })
  await endButton('Chrome en Android').click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText(t('signIns.endBody'))).toBeVisible()
  expect(dialog.getByText(t('signIns.endRemembered')).elements()).toHaveLength(count)
})

test('asks for a code again in a remembered browser', async () => {
  const { forget, onDevicesChanged } = open({ devices: ok([remembered]) })
  await page.getByRole('button', { name: `${t('signIns.forget')} Edge en Windows` }).click()
  await expect.poll(() => vi.mocked(onDevicesChanged).mock.calls.length).toBe(1)
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  expect(forget).toHaveBeenCalledExactlyOnceWith([remembered.id])
})

test('marks this browser in both lists', async () => {
  open({ devices: ok([remembered, { ...remembered, id: 'sa-east-1_2', isCurrent: true }]) })
  await expect.poll(() => page.getByText(t('signIns.current')).elements()).toHaveLength(2)
})

test('asks for a code again in all remembered browsers, and says why it could not', async () => {
  const forget = vi.fn<Props['forget']>(async () => fail({ message: 'error.network' }))
  open({ devices: ok([remembered, { ...remembered, id: 'sa-east-1_2' }]), forget })
  await page.getByRole('button', { name: t('signIns.forgetAll') }).click()
  await expect.element(page.getByText(t('error.network'))).toBeVisible()
  expect(forget).toHaveBeenCalledExactlyOnceWith([remembered.id, 'sa-east-1_2'])
})

test('a lost response is no failure if the browser is gone from the list of those without a code', async () => {
  open({
    devices: ok([remembered]),
    forget: async () => fail({ message: 'error.network' }),
    onDevicesChanged: async () => ok([]),
  })
  await page.getByRole('button', { name: `${t('signIns.forget')} Edge en Windows` }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  await expect.element(page.getByText(t('error.network'))).not.toBeInTheDocument()
})

test.each([
  ['no device is remembered', ok([])],
  ['the pool remembers no devices', fail({ message: 'secondFactor.notOffered' } as const)],
])('shows no list if %s', async (_why, devices) => {
  open({ devices })
  await expect.element(page.getByText(t('signIns.current'))).toBeVisible()
  expect(page.getByText(t('signIns.remembered')).elements()).toEqual([])
})

test('says that it sees no other browser, and how to sign out one that it cannot see', async () => {
  open({ signIns: ok([laptop]) })
  await expect.element(page.getByText(t('signIns.onlyHere'))).toBeVisible()
  await expect.element(page.getByRole('link', { name: t('changePassword.title') })).toBeVisible()
  expect(page.getByText(t('signIns.unknownOne')).elements()).toEqual([])
})

test('signs nothing out without a connection', async () => {
  open({ offline: true })
  await expect.element(page.getByText(t('signIns.offline'))).toBeVisible()
  await expect.element(endButton('Chrome en Android')).toBeDisabled()
})

test('a list that could not be read can be read again', async () => {
  const { onRetry } = open({ signIns: fail({ code: 'server-failed', status: 500 }) })
  await expect.element(page.getByText(t('error.server'))).toBeVisible()
  await page.getByRole('button', { name: t('common.retry') }).click()
  expect(onRetry).toHaveBeenCalledOnce()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
})

const failed = fail({ code: 'no-answer', status: 0 } as const)

test.each([
  ['are read', undefined, undefined],
  ['could not be read', failed, fail({ message: 'error.network' } as const)],
])(
  'shows offline this browser, and that the others need a connection, when the lists %s',
  async (_when, signIns, devices) => {
    open({ signIns, devices, offline: true })
    await expect.element(page.getByRole('heading', { level: 2 })).toBeVisible()
    await expect.element(page.getByText(t('signIns.current'))).toBeVisible()
    await expect.element(page.getByRole('status')).toHaveTextContent(t('signIns.othersOffline'))
    expect(page.getByRole('alert').elements()).toEqual([])
    expect(page.getByRole('button').elements()).toEqual([])
  },
)

test('says once that neither list could be read, and reads both again', async () => {
  const { onRetry, onDevicesChanged } = open({ signIns: failed, devices: fail({ message: 'error.network' }) })
  await expect.poll(() => page.getByText(t('error.network')).elements().length).toBe(1)
  await page.getByRole('button', { name: t('common.retry') }).click()
  expect(onRetry).toHaveBeenCalledOnce()
  expect(onDevicesChanged).toHaveBeenCalledOnce()
})

test('says that only the remembered browsers could not be read, and reads them again', async () => {
  const { onRetry, onDevicesChanged } = open({ devices: fail({ message: 'error.network' }) })
  await expect.element(page.getByText(t('error.network'))).toBeVisible()
  await page.getByRole('button', { name: t('common.retry') }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  expect(onRetry).not.toHaveBeenCalled()
  expect(onDevicesChanged).toHaveBeenCalledOnce()
})

test.each(localeCodes)('in %s nothing is wider than a phone', async (language) => {
  open({ devices: ok([remembered, { ...remembered, id: 'sa-east-1_2', isCurrent: true }]) }, language)
  expect(await findWiderThanPhones()).toEqual([])
  await page.getByRole('button', { name: translateIn(language)('signIns.endOthers') }).click()
  await expect.element(page.getByRole('dialog')).toBeVisible()
  expect(await findWiderThanPhones()).toEqual([])
})
