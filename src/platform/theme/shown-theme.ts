import type { Theme } from '../../config/themes.ts'

/** What a device asks every site for. */
export type DeviceWishes = { dark: boolean; moreContrast: boolean }

/**
 * The theme for a person's choice; without one the device decides. Who wants more contrast gets *sun*, except in the
 * dark: a white screen would dazzle, and *dark* has that contrast too (decision 051).
 */
export const shownTheme = (chosen: Theme | undefined, { dark, moreContrast }: DeviceWishes): Theme => {
  if (chosen !== undefined) return chosen
  if (dark) return 'dark'
  return moreContrast ? 'sun' : 'light'
}
