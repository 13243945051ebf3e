import { expect, test } from 'vitest'
import { themes } from '../../config/themes.ts'
import { themeFor } from './create-theme.ts'

const wishes = [
  { dark: false, moreContrast: false, theme: 'light' },
  { dark: true, moreContrast: false, theme: 'dark' },
  { dark: false, moreContrast: true, theme: 'sun' },
  { dark: true, moreContrast: true, theme: 'dark' },
] as const

test.each(wishes)('a device with dark: $dark and more contrast: $moreContrast gets $theme', (wish) => {
  expect(themeFor(undefined, wish)).toBe(wish.theme)
})

test.each(themes)('a chosen theme %s overrides the preference of the device', (chosen) => {
  for (const wish of wishes) expect(themeFor(chosen, wish)).toBe(chosen)
})
