import { createElement, type ComponentProps } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { fail, ok } from '../../lib/result.ts'
import { show } from '../../ui/testing/show.tsx'
import { DeleteCustomerScreen } from './delete-customer-screen.tsx'

type Props = ComponentProps<typeof DeleteCustomerScreen>

const t = translateIn('pt-BR')
const customer = '03dae7f7-cc18-4732-b0f0-b240f7e70856'
const receipt = { number: '6f9f7a38-6a0e-4b4e-9a50-2f0d6a4e1c11', erased_at: '2026-11-26T14:00:00.000Z' }

let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

const open = (erase: Props['erase']) => {
  screen = show('pt-BR', createElement(DeleteCustomerScreen, { customer, erase }))
}
const submit = () => page.getByRole('button', { name: t('admin.delete.submit') }).click()
const confirm = async () => {
  await page.getByLabelText(t('admin.delete.reason')).selectOptions('asked')
  await page
    .getByLabelText(t('profile.eraseType', { word: t('profile.eraseWord') }))
    .fill(t('profile.eraseWord'))
  await submit()
}

test('deletes only after the word was typed', async () => {
  const erase = vi.fn<Props['erase']>()
  open(erase)
  await submit()
  await expect.element(page.getByText(t('profile.eraseWordNeeded'))).toBeVisible()
  expect(erase).not.toHaveBeenCalled()
})

test('deletes an account with its reason, and lists what the admin must do elsewhere', async () => {
  const erase = vi.fn<Props['erase']>(async () => ok(receipt as never))
  open(erase)
  await confirm()
  await expect.element(page.getByText(t('admin.delete.elsewhere'))).toBeVisible()
  await expect
    .element(page.getByText(t('admin.delete.doneWhose', { customer, number: receipt.number })))
    .toBeVisible()
  expect(erase).toHaveBeenCalledExactlyOnceWith({ customer_id: customer, reason: 'asked' })
})

test('reports a failed deletion, and does not show it as done', async () => {
  open(async () => fail({ message: 'error.network' }))
  await confirm()
  await expect.element(page.getByRole('alert').getByText(t('error.network'))).toBeVisible()
  expect(page.getByText(t('admin.delete.elsewhere')).query()).toBeNull()
})
