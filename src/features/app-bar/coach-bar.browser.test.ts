import { createElement } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { localeCodes, type LocaleCode } from '../../config/locales.ts'
import type { OutboxSnapshot } from '../../outbox/outbox.ts'
import { show } from '../../ui/testing/show.tsx'
import type { UploadClient } from '../../uploads/contract.ts'
import { CoachBar } from './app-bar.tsx'
import '../../ui/styles/typeface.css'

const showBar = (given: Partial<OutboxSnapshot>, locale: LocaleCode = 'en-GB') => {
  const snapshot: OutboxSnapshot = {
    customer: 'coach-a',
    storage: 'ready',
    entries: [],
    toSend: 0,
    needsAction: 0,
    sending: false,
    ...given,
  }
  const uploads = { tasks: [] }
  const screen = show(
    locale,
    createElement(CoachBar, {
      customer: 'coach-a',
      part: undefined,
      outbox: { snapshot: () => snapshot, subscribe: () => () => undefined },
      uploads: { snapshot: () => uploads, subscribe: () => () => undefined } as unknown as UploadClient,
    }),
  )
  onTestFinished(screen.remove)
  return screen
}
const outbox = () => page.getByRole('link', { name: /Outbox/ }).element().textContent

test('does not count a module that was only opened in the outbox number', () => {
  showBar({ toSend: 2, automatic: 2 })
  expect(outbox()).toBe('Outbox')
})

test('counts answers beside the module’s progress', () => {
  showBar({ toSend: 3, automatic: 2 })
  expect(outbox()).toContain('1 to send')
})

const labelSize = (screen: ReturnType<typeof show>) => parseFloat(getComputedStyle(screen.find('a')).fontSize)

/** Sets the text size, or the theme `sun`, for one test. */
const withText = (size: '100%' | '200%', theme?: 'sun') => {
  const root = document.documentElement
  root.style.fontSize = size
  if (theme) root.dataset['theme'] = theme
  onTestFinished(() => {
    root.style.removeProperty('font-size')
    delete root.dataset['theme']
  })
}

test.each([
  ['200%', undefined],
  ['100%', 'sun'],
] as const)('enlarges its labels with text of %s in the theme %s', async (size, theme) => {
  await page.viewport(360, 740)
  withText(size, theme)
  expect(labelSize(showBar({}))).toBeGreaterThanOrEqual(15)
})

test.each(localeCodes.flatMap((code) => [320, 360].map((width) => [code, width] as const)))(
  'fits its labels in %s in one line on a phone of %i, with text twice as large',
  async (code, width) => {
    expect(await document.fonts.load('600 16px Figtree')).not.toEqual([])
    await page.viewport(width, 640)
    withText('200%', 'sun')
    const { place } = showBar({ toSend: 12 }, code)
    for (const link of place.querySelectorAll('a')) {
      expect(link.scrollWidth).toBeLessThanOrEqual(width / 4)
      expect(link.getBoundingClientRect().height).toBeLessThanOrEqual(width / 5 + 0.5)
    }
  },
)
