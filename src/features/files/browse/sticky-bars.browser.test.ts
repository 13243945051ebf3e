import { createElement, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { translateIn } from '../../../i18n/testing/i18n-in.ts'
import { show } from '../../../ui/testing/show.tsx'
import { UndoBar } from './sticky-bars.tsx'

const t = translateIn('en-GB')
let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

/**
 * A button that deletes a file and moves the focus to Undo, like the list. Records the calls of `onHold`, in
 * order.
 */
const start = () => {
  const held: boolean[] = []
  const claims: true[] = []
  const List = () => {
    const [waiting, setWaiting] = useState<readonly { level: 'private'; key: string }[]>([])
    const onDelete = () => {
      claims.push(true)
      setWaiting([{ level: 'private', key: 'a.mp4' }])
    }
    return createElement(
      'div',
      {},
      waiting.length === 0 && createElement('button', { type: 'button', onClick: onDelete }, 'Delete'),
      createElement(UndoBar, {
        pendingDeletions: waiting,
        onUndo: () => setWaiting([]),
        onHold: (isHeld) => held.push(isHeld),
        claimFocus: () => claims.pop() ?? false,
        onLostFocus: () => undefined,
      }),
      createElement('button', { type: 'button' }, 'Another'),
    )
  }
  screen = show('en-GB', createElement(List))
  return held
}

const undo = () => page.getByRole('button', { name: t('common.undo') })
const point = (type: string, target: Element, pointerType: string) =>
  target.dispatchEvent(new PointerEvent(type, { bubbles: true, cancelable: true, pointerType }))

/** The events that a browser fires for a tap on the button, in order. */
const tapDelete = async () => {
  const button = screen!.find('button')
  point('pointerdown', button, 'touch')
  point('pointerup', button, 'touch')
  button.click()
  await expect.element(undo()).toHaveFocus()
}

test('moves the focus to Undo after a tap, and keeps the timer running', async () => {
  const held = start()
  await tapDelete()
  point('pointerover', undo().element(), 'touch')
  point('pointerout', undo().element(), 'touch')
  expect(held).toEqual([])
})

/** Deletes with the keyboard; afterwards the focus is on Undo. */
const pressDelete = async () => {
  screen!.find('button').focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(undo()).toHaveFocus()
}

test('keeps the timer running after a key, as the app moved the focus to Undo', async () => {
  const held = start()
  await pressDelete()
  expect(held).toEqual([])
})

test.each([
  ['a tap', tapDelete],
  ['a key', pressDelete],
])('stops the timer for a coach who tabs to Undo after %s, until they leave', async (_, deleteIt) => {
  const held = start()
  await deleteIt()
  await userEvent.tab()
  expect(held).toEqual([])
  await userEvent.tab({ shift: true })
  await expect.element(undo()).toHaveFocus()
  expect(held).toEqual([true])
  await userEvent.tab()
  expect(held).toEqual([true, false])
})

test('does not stop the timer for a mouse already at Undo before it moves', async () => {
  const held = start()
  await pressDelete()
  point('pointerover', undo().element(), 'mouse')
  expect(held).toEqual([])
  point('pointermove', undo().element(), 'mouse')
  expect(held).toEqual([true])
})

test('stops the timer while the mouse or the focus is on Undo', async () => {
  const held = start()
  await pressDelete()
  await undo().hover()
  await userEvent.tab()
  await userEvent.tab({ shift: true })
  expect(held).toEqual([true])
  point('pointerout', undo().element(), 'mouse')
  expect(held).toEqual([true])
  await userEvent.tab()
  expect(held).toEqual([true, false])
})
