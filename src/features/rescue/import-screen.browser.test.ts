import { createElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { show } from '../../ui/testing/show.tsx'
import { fail } from '../../lib/result.ts'
import { sealRescueFile } from '../../outbox/rescue/rescue-file.ts'
import { ImportScreen } from './import-screen.tsx'

const t = translateIn('en-GB')

let screen: ReturnType<typeof show> | undefined
afterEach(() => {
  screen?.remove()
  vi.restoreAllMocks()
})

/** Submits the form with a file; the product API refuses every call. */
const importFile = async (file: File) => {
  const call = vi.fn(async () => fail({ code: 'invalid-body', status: 422 } as const))
  screen = show('en-GB', createElement(ImportScreen, { api: { call } }))
  const chosen = new DataTransfer()
  chosen.items.add(file)
  const field = screen.find('input[type=file]')
  if (field instanceof HTMLInputElement) field.files = chosen.files
  await page.getByRole('textbox', { name: t('rescue.import.customer') }).fill('coach-a')
  await page.getByLabelText(t('rescue.import.passphrase'), { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: t('rescue.import.submit') }).click()
  return call
}

test.each([
  ['of something else', new File(['{"format":"something"}'], 'a.json')],
  ['that is no text', new File([new Uint8Array([0xff, 0xfe, 0])], 'a.rescue')],
])('refuses a file %s, and sends nothing', async (_, file) => {
  const call = await importFile(file)
  await expect.element(page.getByText(t('rescue.import.failure.not-a-rescue-file'))).toBeVisible()
  expect(call).not.toHaveBeenCalled()
})

test('refuses a file larger than any rescue file without reading it', async () => {
  const read = vi.spyOn(Blob.prototype, 'text')
  const mebibyte = new Uint8Array(1024 * 1024)
  await importFile(
    new File(
      Array.from({ length: 65 }, () => mebibyte),
      'match.mp4',
    ),
  )
  await expect.element(page.getByText(t('rescue.import.failure.not-a-rescue-file'))).toBeVisible()
  expect(read).not.toHaveBeenCalled()
})

test('requires a file', async () => {
  await importFile(new File([], ''))
  await expect.element(page.getByText(t('rescue.import.fileNeeded'))).toBeVisible()
})

/** A rescue file with one entry and no signature. */
const unsignedFile = async () => {
  const device = '00000000-0000-4000-8000-000000000001'
  const entry = {
    key: '018f0000-0000-7000-8000-000000000001',
    device,
    seq: 1,
    name: 'event.logged.v1',
    capturedAt: 1,
    call: 'events',
    schema: 3,
    body: '{}',
  }
  const content = { customer: 'coach-a', device, madeAt: 1, entries: [entry], unreadable: [] }
  return new File([await sealRescueFile(content, 'correct horse battery')], 'a.rescue')
}

test('asks to confirm a file without proof of a device, and imports nothing when declined', async () => {
  const call = await importFile(await unsignedFile())
  await expect.element(page.getByText(t('rescue.import.unprovenBody'))).toBeVisible()
  await page.getByRole('button', { name: t('rescue.import.unprovenNo') }).click()
  await expect.element(page.getByText(t('rescue.import.failure.declined'))).toBeVisible()
  expect(call).not.toHaveBeenCalled()
})

test('imports it after confirmation, and says in the result that it was not signed', async () => {
  const call = await importFile(await unsignedFile())
  await page.getByRole('button', { name: t('rescue.import.unprovenYes') }).click()
  await expect.element(page.getByText(t('rescue.import.unproven'))).toBeVisible()
  expect(call).toHaveBeenCalledExactlyOnceWith(
    'rescueEntry',
    expect.objectContaining({ customer_id: 'coach-a' }),
  )
})
