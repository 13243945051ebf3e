import { createElement, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { notify } from './notify.ts'
import { Dialog } from '../layout/dialog.tsx'
import { show } from '../testing/show.tsx'
import { Toaster } from './toaster.tsx'

let screen: ReturnType<typeof show>
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  screen = show('en-GB', createElement(Toaster))
})
afterEach(async () => {
  notify.dismiss()
  await pass(2000)
  screen.remove()
  vi.useRealTimers()
})

const toasts = () => [...document.querySelectorAll<HTMLElement>('[data-sonner-toast]')]
const settled = () => Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
const isLeaving = () => toasts()[0]?.dataset['removed'] === 'true'

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
/** React works in messages. A busy browser draws frames before it dispatches them, so frames alone say little. */
const nextMessage = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', resolve, { once: true })
    port1.start()
    port2.postMessage(undefined)
  })

/** Waits until React has rendered, and has run the effects that start the next timer. */
const drawn = async (): Promise<void> => {
  for (let round = 0; round < 3; round++) {
    await nextFrame()
    await nextMessage()
  }
}

/** Advances the toasts by so many ms. Sonner handles each update in a separate timer, hence the first ms. */
const pass = async (ms: number): Promise<void> => {
  for (const step of [1, ms, 1]) {
    await drawn()
    vi.advanceTimersByTime(step)
  }
  await drawn()
}

test('places toasts at the bottom left, 8 px apart', async () => {
  notify.error('first')
  notify.blank('second')
  await expect.poll(toasts).toHaveLength(2)
  await settled()
  const [newer, older] = toasts().map((toast) => toast.getBoundingClientRect())
  expect(newer!.top - older!.bottom).toBeCloseTo(8, 0)
  expect(newer!.left).toBeLessThan(40)
  expect(window.innerHeight - newer!.bottom).toBeLessThan(40)
})

test.each([
  ['blank', 4000],
  ['error', 4000],
  ['success', 2000],
  ['custom', 4000],
] as const)('shows a toast of type %s for %i ms', async (type, ms) => {
  if (type === 'custom') notify.custom(() => createElement('strong', null, 'my own'))
  else notify[type]('words')
  await pass(ms - 100)
  expect(toasts()).toHaveLength(1)
  expect(isLeaving()).toBe(false)
  await pass(100)
  expect(isLeaving()).toBe(true)
})

test('shows a loading toast until its outcome replaces it', async () => {
  const id = notify.loading('saving')
  await pass(24 * 60 * 60 * 1000)
  expect(toasts()[0]?.textContent).toContain('saving')
  notify.success('saved', { id })
  await expect.poll(() => toasts().map(({ textContent }) => textContent)).toEqual(['saved'])
})

test('removes a toast 1 s after it was dismissed', async () => {
  notify.blank('words')
  await pass(0)
  toasts()[0]!.querySelector<HTMLElement>('[data-close-button]')!.click()
  await pass(900)
  expect(isLeaving()).toBe(true)
  await pass(100)
  expect(toasts()).toEqual([])
})

test('shows an error that is reported six times as one toast, timed from the last report', async () => {
  for (let count = 1; count <= 6; count += 1) {
    notify.error('Enter a valid email address')
    await pass(500)
  }
  expect(toasts()).toHaveLength(1)
  await pass(3000)
  expect(isLeaving()).toBe(false)
})

test('shows at most 20 toasts', async () => {
  await drawn()
  for (let count = 1; count <= 22; count += 1) notify.loading(`toast ${count}`)
  await expect.poll(toasts).toHaveLength(22)
  expect(toasts().filter(({ dataset }) => dataset['visible'] === 'true')).toHaveLength(20)
})

test('runs the action of a toast’s button, which is large enough for a thumb', async () => {
  let undone = 0
  notify.blank('deleted', { action: { label: 'Undo', onClick: () => (undone += 1) } })
  await expect.poll(toasts).toHaveLength(1)
  await settled()
  const button = toasts()[0]!.querySelector<HTMLElement>('[data-button]')!
  expect(button.getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  await userEvent.click(button)
  expect(undone).toBe(1)
  await pass(0)
  expect(isLeaving()).toBe(true)
})

test.each([
  [320, 'light'],
  [360, 'light'],
  [360, 'dark'],
  [360, 'sun'],
  [1280, 'light'],
])('has a close button for a thumb inside a toast, at %i px in the theme %s', async (width, theme) => {
  const usual = [window.innerWidth, window.innerHeight] as const
  await page.viewport(width, 740)
  document.documentElement.dataset['theme'] = theme
  onTestFinished(async () => {
    delete document.documentElement.dataset['theme']
    await page.viewport(...usual)
  })
  notify.error('This did not work. Check your connection, and try again in a moment.')
  await expect.poll(toasts).toHaveLength(1)
  await settled()
  const toast = toasts()[0]!
  const button = toast.querySelector('[data-close-button]')!
  const [frame, target] = [toast.getBoundingClientRect(), button.getBoundingClientRect()]
  expect(Math.min(target.width, target.height)).toBeGreaterThanOrEqual(44)
  expect(target.left).toBeGreaterThanOrEqual(frame.left)
  expect(target.right).toBeLessThanOrEqual(frame.right)
  expect(target.top).toBeGreaterThanOrEqual(frame.top)
  expect(target.bottom).toBeLessThanOrEqual(frame.bottom)
  const text = toast.querySelector('[data-title]')!.getBoundingClientRect()
  expect(text.right).toBeLessThanOrEqual(target.left)
})

/** Whether a toast is what a person sees and presses in its middle. */
const isOnTop = (toast: HTMLElement): boolean => {
  const { x, y, width, height } = toast.getBoundingClientRect()
  return toast.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}

test.each([true, false])('shows a toast above an open dialog, and after it (sheet: %s)', async (sheet) => {
  const children: ReactNode = createElement('button', { type: 'button' }, 'Copy')
  const props = { open: true, onClose: () => undefined, title: 'Waiting', sheet, children }
  notify.blank('before')
  await expect.poll(toasts).toHaveLength(1)
  const dialog = show('en-GB', createElement(Dialog, props))
  onTestFinished(() => dialog.place.remove())
  notify.blank('meanwhile')
  await expect.poll(toasts).toHaveLength(2)
  await settled()
  expect(toasts().map(isOnTop)).toEqual([true, true])
  dialog.remove()
  await drawn()
  expect(toasts().map(isOnTop)).toEqual([true, true])
})

test('on a phone shows a success in one line, and passes taps to the content below it', async () => {
  notify.success('You are signed in. Enjoy your training!')
  await expect.poll(toasts).toHaveLength(1)
  await settled()
  const toast = toasts()[0]!
  const { x, y, width, height } = toast.getBoundingClientRect()
  expect(window.innerWidth).toBeLessThan(600)
  expect(height).toBeLessThan(44)
  expect(toast.contains(document.elementFromPoint(x + width / 2, y + height / 2))).toBe(false)
})

test('on a phone does not cover the button just pressed, and scrolls the page only where it would', async () => {
  const button = screen.place.appendChild(document.createElement('button'))
  button.addEventListener('click', () => void notify.error('This did not work. Try again in a moment.'))
  const press = async (top: number) => {
    button.style.cssText = `position: absolute; top: ${top}px`
    await userEvent.click(button)
    await expect.poll(toasts).toHaveLength(1)
    await settled()
    return button.getBoundingClientRect().bottom - toasts()[0]!.getBoundingClientRect().top
  }
  screen.place.style.cssText = 'height: 300vh'
  expect(await press(window.innerHeight / 3)).toBeLessThan(0)
  expect(window.scrollY).toBe(0)
  notify.dismiss()
  await pass(2000)
  await expect.poll(toasts).toHaveLength(0)
  expect(await press(window.innerHeight - 60)).toBeLessThan(0)
  expect(window.scrollY).toBeGreaterThan(0)
  window.scrollTo({ top: 0, behavior: 'instant' })
})

test('reserves the room of a toast on a phone by the current orientation', async () => {
  const room = () => Number.parseFloat(document.documentElement.style.getPropertyValue('--toasts'))
  const upright = [window.innerWidth, window.innerHeight] as const
  onTestFinished(() => page.viewport(...upright))
  notify.loading('This is a sentence that takes more than a line on a phone that is held upright.')
  await expect.poll(toasts).toHaveLength(1)
  await expect.poll(room).toBeGreaterThan(40)
  await page.viewport(740, 360)
  await expect.poll(room).toBe(0)
  await page.viewport(360, 740)
  await expect.poll(room).toBeGreaterThan(40)
})

test('a toast that goes does not move the page, whose end shrinks at the next scroll', async () => {
  const readRoom = () => Number.parseFloat(document.documentElement.style.getPropertyValue('--toast-room'))
  const content = document.createElement('div')
  content.style.cssText = 'box-sizing: content-box; height: 100dvh; padding-bottom: var(--toast-room)'
  document.body.append(content)
  onTestFinished(() => content.remove())
  notify.success('Saved')
  await expect.poll(toasts).toHaveLength(1)
  await expect.poll(readRoom).toBeGreaterThan(40)
  window.scrollTo({ top: 10_000, behavior: 'instant' })
  const place = window.scrollY
  expect(place).toBeGreaterThan(0)
  notify.dismiss()
  await pass(2000)
  await expect.poll(toasts).toHaveLength(0)
  expect(window.scrollY).toBe(place)
  window.scrollTo({ top: 0, behavior: 'instant' })
  await expect.poll(readRoom).toBe(0)
})

test('a toast has one curve at each corner, with its stripe inside', async () => {
  notify.error('words')
  await expect.poll(toasts).toHaveLength(1)
  const { borderLeftWidth, backgroundImage } = getComputedStyle(toasts()[0]!)
  expect(borderLeftWidth).toBe('1px')
  expect(backgroundImage).toContain('linear-gradient')
})

test('announces toasts to screen readers in a named region', async () => {
  notify.blank('words')
  await expect.poll(toasts).toHaveLength(1)
  const region = document.querySelector('section[aria-live="polite"]')
  expect(region?.getAttribute('aria-label')).toContain('Notifications')
})
