import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { translateIn } from '../../../i18n/testing/i18n-in.ts'
import { show } from '../../../ui/testing/show.tsx'
import { FileActions } from './file-actions.tsx'

let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

test.each(['pt-BR', 'es-AR', 'en-GB'] as const)(
  'shows the actions of %s in one row on a phone, delete last',
  async (locale) => {
    await page.viewport(360, 640)
    const nothing = () => undefined
    const on = { onDownload: nothing, onTransfer: nothing, onDelete: nothing }
    screen = show(locale, createElement(FileActions, { canChange: true, isSingle: true, ...on }))
    // The width inside a dialog on such a screen: less two margins of 16 px and two of 24 px.
    screen.place.style.width = '280px'
    const buttons = [...screen.place.querySelectorAll('button')]
    expect(buttons).toHaveLength(6)
    expect(buttons.at(-1)?.getAttribute('aria-label')).toBe(translateIn(locale)('files.browse.delete'))
    for (const button of buttons) expect(button.title).toBe(button.getAttribute('aria-label'))
    const places = buttons.map((button) => button.getBoundingClientRect())
    expect(new Set(places.map(({ top }) => top)).size).toBe(1)
    for (const { width, height } of places) expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
    for (const button of buttons) expect(button.scrollWidth).toBeLessThanOrEqual(button.clientWidth)
  },
)
