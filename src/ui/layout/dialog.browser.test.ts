import { createElement, type ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../testing/show.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'

let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

const open = (children: ReactNode) => {
  screen = show(
    'en-GB',
    // oxlint-disable-next-line react/no-children-prop -- no JSX in a test that is plain TypeScript
    createElement(Dialog, { open: true, onClose: () => undefined, title: 'Rename match.mp4', children }),
  )
}

test('a dialog with fields opens with the focus on the first of them', async () => {
  open(createElement('label', {}, 'New name', createElement('input', { type: 'text' })))
  await expect.element(page.getByLabelText('New name')).toHaveFocus()
})

test('one without fields opens with the focus on its heading, which says what it is about', async () => {
  open(createElement('button', { type: 'button' }, 'Download'))
  await expect.element(page.getByRole('heading', { name: 'Rename match.mp4' })).toHaveFocus()
})

test('a question opens with the focus on the question, and on neither of its answers', async () => {
  const nothing = () => undefined
  const words = { title: 'Cancel the upload?', yes: 'Cancel it', no: 'Keep it', children: 'It is not whole.' }
  screen = show('en-GB', createElement(ConfirmDialog, { ...words, onYes: nothing, onNo: nothing }))
  await expect.element(page.getByRole('heading', { name: 'Cancel the upload?' })).toHaveFocus()
})
