import { createElement } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { localeCodes, type LocaleCode } from '../../config/locales.ts'
import { show } from '../../ui/testing/show.tsx'
import type { UploadClient } from '../../uploads/contract.ts'
import type { UploadTask } from '../../uploads/task.ts'
import { CoachBar } from './app-bar.tsx'
import '../../ui/styles/typeface.css'

const needsCoach: UploadTask['status'] = { state: 'PAUSED', reason: { kind: 'sign-in-needed' } }

const upload = (status: UploadTask['status'], customer = 'coach-a'): UploadTask => ({
  id: crypto.randomUUID(),
  customer,
  name: 'a.mp4',
  size: 1,
  level: 'private',
  key: 'a.mp4',
  status,
  sentBytes: 0,
  createdAt: 0,
  order: 0,
})

const showBar = (tasks: UploadTask[] = [], locale: LocaleCode = 'en-GB') => {
  const uploads = { tasks }
  const screen = show(
    locale,
    createElement(CoachBar, {
      customer: 'coach-a',
      part: undefined,
      uploads: { snapshot: () => uploads, subscribe: () => () => undefined } as unknown as UploadClient,
    }),
  )
  onTestFinished(screen.remove)
  return screen
}

test('counts the coach’s own uploads that need them', () => {
  showBar([upload(needsCoach), upload({ state: 'IN_PROGRESS' }), upload(needsCoach, 'coach-b')])
  expect(page.getByRole('link', { name: /Files/ }).element().textContent).toContain('1 upload needs you')
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
  expect(labelSize(showBar())).toBeGreaterThanOrEqual(15)
})

test.each(localeCodes.flatMap((code) => [320, 360].map((width) => [code, width] as const)))(
  'fits its labels in %s in one line on a phone of %i, with text twice as large',
  async (code, width) => {
    expect(await document.fonts.load('600 16px Figtree')).not.toEqual([])
    await page.viewport(width, 640)
    withText('200%', 'sun')
    const { place } = showBar([upload(needsCoach)], code)
    for (const link of place.querySelectorAll('a')) {
      expect(link.scrollWidth).toBeLessThanOrEqual(width / 4)
      expect(link.getBoundingClientRect().height).toBeLessThanOrEqual(width / 5 + 0.5)
    }
  },
)
