import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { show } from '../testing/show.tsx'
import '../styles/typeface.css'
import { SegmentedControl } from './segmented-control.tsx'

let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

test.each(['pt-BR', 'es-AR', 'en-GB'] as const)(
  'shows each of the four tabs of stored files on one line in %s, in a row that scrolls where needed',
  async (locale) => {
    const t = translateIn(locale)
    await page.viewport(320, 640)
    const views = ['private', 'protected', 'public', 'everyone'] as const
    const options = views.map((value) => ({ value, label: t(`files.tab.${value}`) }))
    const rest = { legend: '', name: 'level', chosen: 'private', onChange: () => undefined } as const
    // Loaded before the text is drawn, because a typeface that arrives later is not used.
    await Promise.all([...document.fonts].map((font) => font.load()))
    screen = show(locale, createElement(SegmentedControl, { options, ...rest }))
    // The width of the content on the narrowest phone.
    screen.place.style.width = '288px'
    const lines = [...screen.place.querySelectorAll('label')].map((label) => {
      const words = document.createRange()
      words.selectNodeContents(label.lastChild ?? label)
      return words.getClientRects().length
    })
    expect(lines).toEqual([1, 1, 1, 1])
    expect(screen.place.scrollWidth).toBe(288)
  },
)
