import { createElement, type ComponentProps } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { fail, ok } from '../../lib/result.ts'
import { show } from '../../ui/testing/show.tsx'
import { SignOutEverywhere } from './sign-out-everywhere.tsx'

type Props = ComponentProps<typeof SignOutEverywhere>

const t = translateIn('en-GB')

let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

const open = (given: Partial<Props> = {}) => {
  const actions = {
    unsent: { toSend: 0, needsAction: 0 },
    uploads: [],
    signOutEverywhere: vi.fn(async () => ok(undefined)),
    ...given,
  }
  screen = show('en-GB', createElement('ul', {}, createElement(SignOutEverywhere, actions)))
  return actions
}
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const question = () => page.getByRole('dialog', { name: t('profile.signOutEverywhereTitle') })

test('confirms a sign-out on all devices, with the uploads that it ends, and can be cancelled', async () => {
  const { signOutEverywhere } = open({ uploads: ['final.mp4'], unsent: { toSend: 2, needsAction: 0 } })
  await press(t('profile.signOutEverywhere'))
  await expect.element(question().getByText(t('signOut.uploads', { count: 1 }))).toBeVisible()
  await expect.element(question().getByText('final.mp4')).toBeVisible()
  await expect.element(question().getByText(t('signOut.unsent', { count: 2 }))).toBeVisible()
  await question()
    .getByRole('button', { name: t('common.cancel') })
    .click()
  await expect.poll(() => question().query()).toBeNull()
  expect(signOutEverywhere).not.toHaveBeenCalled()
})

test('signs out after confirmation, and shows a failure in the question', async () => {
  const signOutEverywhere = vi.fn(async () => fail({ message: 'error.network' as const }))
  open({ signOutEverywhere })
  await press(t('profile.signOutEverywhere'))
  await question()
    .getByRole('button', { name: t('profile.signOutEverywhere') })
    .click()
  await expect.element(question().getByRole('alert').getByText(t('error.network'))).toBeVisible()
  expect(signOutEverywhere).toHaveBeenCalledOnce()
})
