import { createElement, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { translateIn } from '../../../../i18n/testing/i18n-in.ts'
import { show } from '../../../../ui/testing/show.tsx'
import { UndoBar } from './undo-bar.tsx'

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
        waiting,
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

test('after a tap the focus goes to Undo, and the time for it goes on', async () => {
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

test('after a key the time goes on as well: nobody but the app went to Undo', async () => {
  const held = start()
  await pressDelete()
  expect(held).toEqual([])
})

test.each([
  ['a tap', tapDelete],
  ['a key', pressDelete],
])('who comes to Undo by Tab after %s has the time until they go on', async (_, deleteIt) => {
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

test('a mouse that is where Undo appears does not stop the time before it moves', async () => {
  const held = start()
  await pressDelete()
  point('pointerover', undo().element(), 'mouse')
  expect(held).toEqual([])
  point('pointermove', undo().element(), 'mouse')
  expect(held).toEqual([true])
})

test('a mouse over Undo stops the time until neither it nor the focus is there', async () => {
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
