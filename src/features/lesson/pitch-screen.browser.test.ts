import { createElement, useState } from 'react'
import { flushSync } from 'react-dom'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Theme } from '../../config/themes.ts'
import { show } from '../../ui/testing/show.tsx'
import { PitchScreen } from './pitch-screen.tsx'
import { openCircle } from './testing/open-circle.ts'

let screen: ReturnType<typeof show> | undefined
afterEach(() => {
  sessionStorage.clear()
  vi.useRealTimers()
  screen?.remove()
})

const transcript = [
  { id: 'title', seconds: 6, onScreen: 'Open Circle', lines: ['A name game.'] },
  { id: 'setUp', seconds: 13, onScreen: '6 players', lines: ['Six cones.', 'One ball.'] },
]

const open = () => {
  const calls: string[] = []
  const Screen = () => {
    const [shown, setShown] = useState(1)
    const [theme, setTheme] = useState<Theme>()
    return createElement(PitchScreen, {
      module: 'training-1',
      drill: openCircle,
      transcript,
      page: shown,
      onPage: setShown,
      onClose: () => void calls.push('close'),
      theme: {
        chosen: theme,
        onChoose: (chosen) => {
          calls.push(`theme ${chosen}`)
          setTheme(chosen)
        },
      },
      keepAwake: (keepOn) => void calls.push(keepOn ? 'awake' : 'asleep'),
    })
  }
  screen = show('en-GB', createElement(Screen))
  return calls
}
const button = (name: string) => page.getByRole('button', { name, exact: true })

test('shows one instruction at a time in large type, forth and back, and begins again after the last', async () => {
  open()
  const instruction = page.getByText('Six cones.')
  await expect.element(instruction).toBeVisible()
  expect(parseFloat(getComputedStyle(instruction.element()).fontSize)).toBeGreaterThanOrEqual(24)
  await button('Next').click()
  await expect.element(page.getByText('One ball.')).toBeVisible()
  expect(instruction.query()).toBeNull()
  await button('Previous').click()
  await expect.element(instruction).toBeVisible()
  await button('Next').click()
  await button('Start again').click()
  await expect.element(instruction).toBeVisible()
})

test('covers the page, keeps the screen on, and closes by its button and by Escape', async () => {
  const calls = open()
  expect(document.querySelector('dialog')?.matches(':modal')).toBe(true)
  expect(calls).toEqual(['awake'])
  await button('Leave pitch mode').click()
  await userEvent.keyboard('{Escape}')
  expect(calls).toEqual(['awake', 'close', 'close'])
  screen?.remove()
  screen = undefined
  expect(calls.at(-1)).toBe('asleep')
})

test('shows easier and harder variants, and returns to the drill with the next instruction', async () => {
  open()
  await page.getByRole('radio', { name: 'Easier' }).click({ force: true })
  await expect.element(page.getByText('Roll the ball.')).toBeVisible()
  await page.getByRole('radio', { name: 'Harder' }).click({ force: true })
  await expect.element(page.getByText('Add a ball.')).toBeVisible()
  await button('Next').click()
  await expect.element(page.getByText('One ball.')).toBeVisible()
})

test('switches the theme for sunlight on and off', async () => {
  const calls = open()
  await button('Sun').click()
  expect(button('Sun').element().getAttribute('aria-pressed')).toBe('true')
  await button('Sun').click()
  expect(calls.slice(1)).toEqual(['theme sun', 'theme undefined'])
})

/** Presses a button without the waiting of a test, whose clock stands still. */
const press = (name: string) => flushSync(() => (button(name).element() as HTMLElement).click())

test('counts the minutes of the drill down, pauses, and says when they are over', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  open()
  /** Lets a time pass in which the page was not on the screen. */
  const pass = async (seconds: number) => {
    vi.setSystemTime(Date.now() + seconds * 1000)
    await vi.advanceTimersByTimeAsync(200)
  }
  const timer = page.getByRole('timer')
  const shown = () => timer.element().textContent
  expect(shown()).toBe('10:00')
  press('Start')
  await pass(64)
  await expect.poll(shown).toBe('8:55')
  press('Pause')
  await pass(60)
  expect(shown()).toBe('8:55')
  press('Start')
  await pass(9 * 60)
  await expect.poll(shown).toBe('Time’s up!')
  press('Reset')
  await expect.poll(shown).toBe('10:00')
})

test('vibrates, whistles and announces the end once, not again when the drill is reopened', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  const vibrate = vi.spyOn(navigator, 'vibrate').mockReturnValue(true)
  onTestFinished(() => vibrate.mockRestore())
  const tones = vi.spyOn(OscillatorNode.prototype, 'start')
  onTestFinished(() => tones.mockRestore())
  const announced = () => page.getByRole('status').element().textContent
  const runOut = async () => {
    press('Start')
    vi.setSystemTime(Date.now() + 11 * 60_000)
    await vi.advanceTimersByTimeAsync(200)
    await expect.poll(announced).toBe('Time’s up!')
  }
  open()
  await runOut()
  expect(vibrate).toHaveBeenCalledOnce()
  expect(tones).toHaveBeenCalledTimes(2)
  screen?.remove()
  open()
  expect(page.getByRole('timer').element().textContent).toBe('Time’s up!')
  expect(announced()).toBe('')
  expect(vibrate).toHaveBeenCalledOnce()
  expect(tones).toHaveBeenCalledTimes(2)
  press('Reset')
  await runOut()
  expect(vibrate).toHaveBeenCalledTimes(2)
  expect(tones).toHaveBeenCalledTimes(4)
})

test('counts rounds', async () => {
  open()
  await button('Round 1 Count another round').click()
  await expect.element(page.getByText('Round 2')).toBeVisible()
})

test('keeps the timer and the round when the drill is left, or the page is loaded again', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  open()
  press('Start')
  press('Round 1 Count another round')
  screen?.remove()
  vi.setSystemTime(Date.now() + 90_000)
  open()
  expect(page.getByRole('timer').element().textContent).toBe('8:30')
  expect(page.getByText('Round 2').query()).not.toBeNull()
})
