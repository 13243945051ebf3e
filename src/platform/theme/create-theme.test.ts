import { expect, test } from 'vitest'
import { startTheme } from '../../config/start-theme.ts'
import { barColours, themes } from '../../config/themes.ts'
import { createTheme, selectTheme } from './create-theme.ts'

const wishes = [
  { dark: false, moreContrast: false, theme: 'light' },
  { dark: true, moreContrast: false, theme: 'dark' },
  { dark: false, moreContrast: true, theme: 'sun' },
  { dark: true, moreContrast: true, theme: 'dark' },
] as const

test.each(wishes)('a device with dark: $dark and more contrast: $moreContrast gets $theme', (wish) => {
  expect(selectTheme(undefined, wish)).toBe(wish.theme)
})

test.each(themes)('a chosen theme %s overrides the preference of the device', (chosen) => {
  for (const wish of wishes) expect(selectTheme(chosen, wish)).toBe(chosen)
})

type Wish = { dark: boolean; moreContrast: boolean }

/** The global scope of a page on a device with preferences. */
const createPage = (stored: string | null, { dark, moreContrast }: Wish) => {
  const metas: Record<string, string> = {}
  const dataset: Record<string, string> = {}
  const page = {
    addEventListener: () => undefined,
    localStorage: { getItem: () => stored },
    matchMedia: (query: string) => ({
      matches: query === '(prefers-color-scheme: dark)' ? dark : moreContrast,
      addEventListener: () => undefined,
    }),
    document: {
      documentElement: { dataset },
      querySelector: (selector: string) => ({
        setAttribute: (_: string, content: string) => (metas[selector] = content),
      }),
    },
  }
  return { page, shown: () => ({ theme: dataset['theme'], metas }) }
}

/** Both give a page its theme: the script inside the page at first, and the app after its start. */
const implementations = {
  'the script inside the page': (page: object) => Reflect.construct(Function, ['window', startTheme])(page),
  'the app': (page: object) => Reflect.apply(createTheme, undefined, [page]),
}

test.each(Object.entries(implementations))('%s shows the theme of the choice or device', (_, start) => {
  for (const stored of [null, 'midnight', 'toString', ...themes])
    for (const { theme, ...wish } of wishes) {
      const { page, shown } = createPage(stored, wish)
      start(page)
      const expected = themes.find((known) => known === stored) ?? theme
      expect(shown(), JSON.stringify({ stored, wish })).toEqual({
        theme: expected,
        metas: {
          'meta[name="theme-color"]': barColours[expected],
          'meta[name="color-scheme"]': expected === 'dark' ? 'dark' : 'light',
        },
      })
    }
})

test('the script inside the page shows the theme of the device if the browser blocks storage', () => {
  const { page, shown } = createPage(null, { dark: true, moreContrast: false })
  Object.defineProperty(page, 'localStorage', {
    get: () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    },
  })
  implementations['the script inside the page'](page)
  expect(shown().theme).toBe('dark')
})
