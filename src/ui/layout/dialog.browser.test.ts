import { createElement, useState, type ReactNode } from 'react'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { show } from '../testing/show.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'
import { LayersContext } from './use-back-closes.ts'

/** Chromium's own API, which the types do not contain. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const devTools = cdp() as unknown as { send: (method: string, parameters: object) => Promise<unknown> }

let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

const open = (children: ReactNode) => {
  screen = show(
    'en-GB',
    // oxlint-disable-next-line react/no-children-prop -- no JSX in a test that is plain TypeScript
    createElement(Dialog, { open: true, onClose: () => undefined, title: 'Rename match.mp4', children }),
  )
}

test('focuses the first field when a dialog with fields opens', async () => {
  open(
    createElement(
      'label',
      {},
      createElement('span', {}, 'New name'),
      createElement('input', { type: 'text' }),
    ),
  )
  await expect.element(page.getByLabelText('New name')).toHaveFocus()
})

test('focuses the heading, which says what the dialog is about, when there are no fields', async () => {
  open(createElement('button', { type: 'button' }, 'Download'))
  await expect.element(page.getByRole('heading', { name: 'Rename match.mp4' })).toHaveFocus()
})

test('focuses the question when a question opens, and neither of its answers', async () => {
  const nothing = () => undefined
  const words = {
    title: 'Cancel the upload?',
    confirmLabel: 'Cancel it',
    cancelLabel: 'Keep it',
    children: createElement('p', {}, 'It is not whole.'),
  }
  screen = show('en-GB', createElement(ConfirmDialog, { ...words, onConfirm: nothing, onCancel: nothing }))
  await expect.element(page.getByRole('heading', { name: 'Cancel the upload?' })).toHaveFocus()
})

test('Back closes an open dialog, and ignores a closed one', async () => {
  const layers = new Set<() => void>()
  const add = (close: () => void) => {
    layers.add(close)
    return () => void layers.delete(close)
  }
  const Asking = () => {
    const [isOpen, setIsOpen] = useState(true)
    const question = {
      title: 'Cancel?',
      confirmLabel: 'Yes',
      cancelLabel: 'No',
      children: createElement('p', {}, 'Sure?'),
    }
    const close = () => setIsOpen(false)
    return isOpen ? createElement(ConfirmDialog, { ...question, onConfirm: close, onCancel: close }) : null
  }
  screen = show('en-GB', createElement(LayersContext, { value: { add } }, createElement(Asking)))
  await expect.element(page.getByRole('dialog')).toBeVisible()
  expect(layers.size).toBe(1)
  for (const close of layers) close()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(layers.size).toBe(0)
})

test('a dialog that is removed returns the focus to the button that opened it', async () => {
  const Asking = () => {
    const [isOpen, setIsOpen] = useState(false)
    const close = () => setIsOpen(false)
    const question = { title: 'Cancel?', confirmLabel: 'Yes', cancelLabel: 'No', children: null }
    const button = createElement('button', { type: 'button', onClick: () => setIsOpen(true) }, 'Ask')
    const dialog = createElement(ConfirmDialog, { ...question, onConfirm: close, onCancel: close })
    return createElement('div', {}, button, isOpen && dialog)
  }
  screen = show('en-GB', createElement(Asking))
  await page.getByRole('button', { name: 'Ask' }).click()
  await page.getByRole('button', { name: 'No' }).click()
  await expect.element(page.getByRole('button', { name: 'Ask' })).toHaveFocus()
})

test('a dialog that was closed and opened again stays open', async () => {
  let cancelled = 0
  const cancel = () => (cancelled += 1)
  const question = { title: 'Cancel?', confirmLabel: 'Yes', cancelLabel: 'No', children: null }
  screen = show('en-GB', createElement(ConfirmDialog, { ...question, onConfirm: cancel, onCancel: cancel }))
  await expect.element(page.getByRole('dialog')).toBeVisible()
  // As React does in development, where it runs effects twice.
  const dialog = document.querySelector('dialog')
  dialog?.close()
  dialog?.showModal()
  // The browser fires the `close` event in a separate task.
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(cancelled).toBe(0)
})

test('a dialog that opens while another one closes stays open', async () => {
  const Steps = () => {
    const [step, setStep] = useState<'first' | 'second'>()
    const close = () => setStep(undefined)
    const dialog = (name: 'first' | 'second', children: ReactNode) =>
      // oxlint-disable-next-line react/no-children-prop -- no JSX in a test that is plain TypeScript
      createElement(Dialog, { key: name, open: step === name, onClose: close, title: name, children })
    const go = (to: 'first' | 'second') =>
      createElement('button', { type: 'button', onClick: () => setStep(to) }, `To the ${to}`)
    return createElement('div', {}, go('first'), dialog('first', go('second')), dialog('second', 'Here'))
  }
  screen = show('en-GB', createElement(Steps))
  await page.getByRole('button', { name: 'To the first' }).click()
  await page.getByRole('button', { name: 'To the second' }).click()
  const second = page.getByRole('dialog', { name: 'second' })
  await expect.element(second).toBeVisible()
  // The browser fires the `close` event of the first dialog in a separate task.
  await new Promise((resolve) => setTimeout(resolve, 50))
  await expect.element(second).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(second).not.toBeInTheDocument()
})

test('an open sheet is printed in full, in place of the page behind it', async () => {
  const receipt = Array.from({ length: 100 }, (_, line) => createElement('p', { key: line }, `Line ${line}`))
  const props = { sheet: true, open: true, onClose: () => undefined, title: 'To send', children: receipt }
  const behind = createElement('p', { id: 'behind' }, 'Behind the sheet')
  const certificate = createElement('article', { 'data-paper': true }, 'A certificate on the page')
  screen = show('en-GB', createElement('main', {}, behind, certificate, createElement(Dialog, props)))
  screen.place.id = 'root'
  await devTools.send('Emulation.setEmulatedMedia', { media: 'print' })
  onTestFinished(async () => void (await devTools.send('Emulation.setEmulatedMedia', { media: '' })))
  const isPrinted = (selector: string) => screen?.find(selector).checkVisibility()
  expect(isPrinted('#behind')).toBe(false)
  expect(isPrinted('article')).toBe(false)
  expect(isPrinted('dialog h2')).toBe(true)
  expect(isPrinted('dialog button')).toBe(false)
  const sheet = screen.find('dialog')
  expect(sheet.scrollHeight).toBe(sheet.clientHeight)
})

test.each([
  ['dark', 'rgb(11, 21, 36)'],
  ['sun', 'rgb(255, 255, 255)'],
])('a sheet has the colours of the theme %s on the screen', (theme, ground) => {
  const root = document.documentElement
  root.dataset['theme'] = theme
  onTestFinished(() => void delete root.dataset['theme'])
  const props = { sheet: true, open: true, onClose: () => undefined, title: 'To send', children: 'Nothing' }
  screen = show('en-GB', createElement(Dialog, props))
  const sheet = screen.find('dialog')
  expect(getComputedStyle(sheet).backgroundColor).toBe(ground)
  expect(getComputedStyle(sheet).color).toBe(getComputedStyle(document.body).color)
})
