import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { storedUser } from '../../session/testing/coach.ts'
import { show } from '../../ui/testing/show.tsx'
import { SecurityPage, type SecurityState } from './security-page.tsx'

const locale = 'en-GB'
const t = translateIn(locale)

let shown: ReturnType<typeof show>[] = []
afterEach(() => {
  for (const { remove } of shown) remove()
  shown = []
})

const unknown = { passkeyCount: undefined, isSecondFactorOn: undefined, signInCount: undefined }
const open = (state: SecurityState) => {
  const screen = show(locale, createElement(SecurityPage, { user: { ...storedUser(), locale }, state }))
  shown.push(screen)
  return screen.find('ul').getBoundingClientRect().height
}

/** Finds a row by its name: its title, then its note. */
const row = (title: string, note: string) => page.getByRole('link', { name: `${title} ${note}` })

test('shows the state of each part of the sign-in', async () => {
  open({ passkeyCount: 2, isSecondFactorOn: true, signInCount: 1 })
  await expect.element(row(t('passkeys.title'), '2 passkeys')).toBeVisible()
  await expect.element(row(t('secondFactor.title'), 'On')).toBeVisible()
  await expect.element(row(t('signIns.title'), 'Only on this device')).toBeVisible()
})

test('shows that there is no passkey and no second factor', async () => {
  open({ passkeyCount: 0, isSecondFactorOn: false, signInCount: 3 })
  await expect.element(row(t('passkeys.title'), 'None yet')).toBeVisible()
  await expect.element(row(t('secondFactor.title'), 'Off')).toBeVisible()
  await expect.element(row(t('signIns.title'), 'In 3 browsers')).toBeVisible()
})

test('is as high before the state is known as afterwards', () => {
  expect(open(unknown)).toBe(open({ passkeyCount: 2, isSecondFactorOn: true, signInCount: 1 }))
})
