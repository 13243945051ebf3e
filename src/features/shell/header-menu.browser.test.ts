import { createElement } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../../ui/testing/show.tsx'
import { HeaderMenu } from './header-menu.tsx'

let screen: ReturnType<typeof show>
beforeEach(async () => {
  await page.viewport(360, 740)
  const link = createElement('li', null, createElement('a', { href: '#somewhere' }, 'Somewhere'))
  screen = show('en-GB', createElement(HeaderMenu, null, link))
})
afterEach(() => screen.remove())

const button = () => screen.find('button[aria-expanded]')
const isOpen = () => {
  const shown = getComputedStyle(screen.find('ul')).display !== 'none'
  expect(button().getAttribute('aria-expanded')).toBe(String(shown))
  expect(button().getAttribute('aria-label')).toBe(shown ? 'Close menu' : 'Open menu')
  return shown
}

test('on a phone the menu starts closed, and its button opens and closes it', async () => {
  expect(isOpen()).toBe(false)
  await userEvent.click(button())
  expect(isOpen()).toBe(true)
  await userEvent.click(button())
  expect(isOpen()).toBe(false)
})

test('Escape closes it and puts the focus back on the button', async () => {
  await userEvent.click(button())
  screen.find('a').focus()
  await userEvent.keyboard('{Escape}')
  expect(isOpen()).toBe(false)
  expect(document.activeElement).toBe(button())
})

test('a tap outside closes it', async () => {
  await userEvent.click(button())
  await userEvent.click(document.body, { position: { x: 180, y: 700 } })
  expect(isOpen()).toBe(false)
})

test('leaving it by keyboard closes it', async () => {
  const after = document.createElement('button')
  screen.place.append(after)
  await userEvent.click(button())
  screen.find('a').focus()
  after.focus()
  await expect.poll(isOpen).toBe(false)
})

test('choosing an item closes it', async () => {
  await userEvent.click(button())
  await userEvent.click(screen.find('a'))
  expect(isOpen()).toBe(false)
})

test('on a wide screen shows the links without a button', async () => {
  await page.viewport(1280, 800)
  expect(getComputedStyle(button()).display).toBe('none')
  expect(getComputedStyle(screen.find('ul')).display).toBe('flex')
})

test('returns the focus to the button, not to a hidden item, for a question after a choice', async () => {
  screen.remove()
  const choice = createElement('li', null, createElement('button', { type: 'button' }, 'Sign out'))
  screen = show('en-GB', createElement(HeaderMenu, null, choice))
  await userEvent.click(button())
  await userEvent.click(screen.find('ul button'))
  expect(isOpen()).toBe(false)
  expect(document.activeElement).toBe(button())
})
