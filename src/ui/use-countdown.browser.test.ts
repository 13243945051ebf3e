import { createElement, useState } from 'react'
import { flushSync } from 'react-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { show } from './testing/show.tsx'
import { useCountdown } from './use-countdown.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] }))
afterEach(() => void vi.useRealTimers())

/** A screen whose button starts a countdown. */
const Screen = ({ end }: { end: () => number }) => {
  const [until, setUntil] = useState(0)
  return createElement('button', { onClick: () => setUntil(end()) }, useCountdown(until))
}

test('starts at the full length when the pause begins seconds after its screen opened', () => {
  const end = () => Date.now() + 240_000
  const { find, remove } = show('en-GB', createElement(Screen, { end }))
  vi.setSystemTime(Date.now() + 7000)
  flushSync(() => find('button').click())
  expect(find('button').textContent).toBe('240')
  flushSync(() => void vi.advanceTimersByTime(1000))
  expect(find('button').textContent).toBe('239')
  remove()
})
