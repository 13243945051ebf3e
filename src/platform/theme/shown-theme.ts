import type { Theme } from '../../config/themes.ts'

/** The preferences of a device, which apply to every site. */
export type DeviceWishes = { dark: boolean; moreContrast: boolean }

/**
 * The theme for a person's choice, or by the device's preferences. More contrast selects *sun*, except in the
 * dark: a white screen would dazzle, and *dark* has that contrast too (decision 051).
 */
export const shownTheme = (chosen: Theme | undefined, { dark, moreContrast }: DeviceWishes): Theme => {
  if (chosen !== undefined) return chosen
  if (dark) return 'dark'
  return moreContrast ? 'sun' : 'light'
}
