import './styles/tokens.css'
import './styles/base.css'
import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { Button } from './button.tsx'
import { show } from './testing/show.tsx'

let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

test('keyboard focus does not change the shape of a button', async () => {
  screen = show('en-GB', createElement(Button, null, 'Save'))
  const button = screen.find('button')
  const shape = () => getComputedStyle(button).borderRadius
  const before = shape()
  await userEvent.tab()
  expect(button.matches(':focus-visible')).toBe(true)
  expect(shape()).toBe(before)
})

test('looks weaker while it ignores presses, but not while it is busy', () => {
  const opacity = (props: { 'aria-disabled'?: boolean; busy?: boolean }) => {
    screen = show('en-GB', createElement(Button, props, 'Previous'))
    const value = Number(getComputedStyle(screen.find('button')).opacity)
    screen.remove()
    return value
  }
  expect(opacity({})).toBe(1)
  expect(opacity({ busy: true })).toBe(1)
  expect(opacity({ 'aria-disabled': true })).toBeLessThan(1)
})
