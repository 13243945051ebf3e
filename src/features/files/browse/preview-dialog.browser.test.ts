import { createElement, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { translateIn } from '../../../i18n/testing/i18n-in.ts'
import { ok } from '../../../lib/result.ts'
import type { StoredFile } from '../../../stored-files/storage-calls.ts'
import { show } from '../../../ui/testing/show.tsx'
import { PreviewDialog } from './preview-dialog.tsx'

const t = translateIn('en-GB')
let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

const file = (key: string): StoredFile => ({ key, size: 2048, lastModified: 0 })
const files = [file('2026/a.zip'), file('2026/b.xlsx'), file('2026/c.txt')]

/** The viewer on a phone, open at a file of the list. */
const open = async (first: StoredFile) => {
  await page.viewport(360, 740)
  const nothing = () => undefined
  const on = { onDelete: nothing, onDownload: nothing, onTransfer: nothing, onRenew: async () => undefined }
  const Viewer = () => {
    const [shown, setShown] = useState<StoredFile | undefined>(first)
    const content = shown && { file: shown, urlResult: ok(undefined) }
    const move = { onClose: () => setShown(undefined), onSelectFile: setShown }
    return createElement(PreviewDialog, { content, files, canChange: true, ...move, ...on })
  }
  screen = show('en-GB', createElement(Viewer))
}
const title = (name: string) => page.getByRole('heading', { name })
const button = (id: 'files.browse.previous' | 'files.browse.next' | 'common.close') =>
  page.getByRole('button', { name: t(id) })
const box = (element: Element) => element.getBoundingClientRect()

test('fills the screen of a phone, with the close button at the top and the name below', async () => {
  await open(files[1]!)
  await expect.element(title('b.xlsx')).toHaveFocus()
  const { width, height } = box(page.getByRole('dialog').element())
  expect([width, height]).toEqual([360, 740])
  const close = box(button('common.close').element())
  expect(Math.min(close.width, close.height)).toBeGreaterThanOrEqual(44)
  expect(close.bottom).toBeLessThan(80)
  expect(close.right).toBeLessThanOrEqual(360)
  expect(box(title('b.xlsx').element()).top).toBeGreaterThan(500)
  await expect.element(page.getByText(t('files.browse.position', { place: 2, count: 3 }))).toBeVisible()
})

test('goes to the next and the previous file by buttons, and the buttons keep the focus at the ends', async () => {
  await open(files[1]!)
  await button('files.browse.next').click()
  await expect.element(title('c.txt')).toBeVisible()
  await button('files.browse.next').click({ force: true })
  await expect.element(title('c.txt')).toBeVisible()
  await expect.element(button('files.browse.next')).toHaveFocus()
  await expect.element(button('files.browse.next')).toHaveAttribute('aria-disabled', 'true')
  await button('files.browse.previous').click()
  await expect.element(title('b.xlsx')).toBeVisible()
})

test('goes back and forth by arrow keys, and Escape closes', async () => {
  await open(files[0]!)
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  await expect.element(title('c.txt')).toBeVisible()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(title('b.xlsx')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  expect(page.getByRole('dialog').query()).toBeNull()
})
