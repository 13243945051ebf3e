import { barColours, themes, themeStorageKey, type Theme } from '../../config/themes.ts'
import { createStore } from '../../lib/create-store.ts'
import { createLocalText } from '../storage/local-text.ts'

/** The preferences of a device, which apply to every site. */
type DevicePreferences = { dark: boolean; moreContrast: boolean }

/**
 * The theme that a person chose, otherwise the theme for the preferences of the device. More contrast selects
 * *sun*, except in the dark: a white screen would dazzle, and *dark* has that contrast too (decision 051).
 */
export const themeFor = (chosen: Theme | undefined, { dark, moreContrast }: DevicePreferences): Theme => {
  if (chosen !== undefined) return chosen
  if (dark) return 'dark'
  return moreContrast ? 'sun' : 'light'
}

/** The parts of a page's global scope that determine and show its theme. */
type Page = Pick<Window, 'addEventListener' | 'document' | 'localStorage' | 'matchMedia'>

/** The theme that a person chose on this device. Without a choice the device's preferences apply. */
export type ThemeChoice = {
  chosen: () => Theme | undefined
  subscribe: (listener: () => void) => () => void
  /** Shows a theme immediately, in all tabs, and stores it. Without a theme the choice is removed. */
  choose: (theme?: Theme) => void
}

/**
 * Gives the page its theme, now and whenever the choice or the device's preferences change. Before the app
 * runs, the script inside the page does this (`src/config/start-theme.ts`).
 */
export const createTheme = (page: Page): ThemeChoice => {
  const stored = createLocalText(() => page.localStorage, themeStorageKey)
  const dark = page.matchMedia('(prefers-color-scheme: dark)')
  const moreContrast = page.matchMedia('(prefers-contrast: more)')

  const read = () => themes.find((theme) => theme === stored.read())
  const choice = createStore(read())
  const setMeta = (name: string, content: string): void =>
    page.document.querySelector(`meta[name="${name}"]`)?.setAttribute('content', content)
  const show = (): void => {
    const preferences = { dark: dark.matches, moreContrast: moreContrast.matches }
    const theme = themeFor(choice.get(), preferences)
    page.document.documentElement.dataset.theme = theme
    setMeta('theme-color', barColours[theme])
    // Until the style sheets have loaded, the page is empty but already has its colour.
    setMeta('color-scheme', theme === 'dark' ? 'dark' : 'light')
  }
  const readAgain = (): void => choice.set(read())

  show()
  choice.subscribe(show)
  // Another tab stored a choice. A page that returns from the back/forward cache has missed that event.
  page.addEventListener('storage', readAgain)
  page.addEventListener('pageshow', readAgain)
  for (const preference of [dark, moreContrast]) preference.addEventListener('change', show)

  return {
    chosen: choice.get,
    subscribe: choice.subscribe,
    choose: (theme) => {
      stored.write(theme)
      choice.set(theme)
    },
  }
}
