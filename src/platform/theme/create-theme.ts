import { barColours, themes, themeStorageKey, type Theme } from '../../config/themes.ts'
import { createStore } from '../../lib/create-store.ts'
import { createLocalText } from '../storage/local-text.ts'

/** The preferences that the user has set on the device for all sites. */
type DevicePreferences = { dark: boolean; moreContrast: boolean }

/**
 * Returns the theme that the user chose, otherwise the theme for the preferences of the device. A preference
 * for more contrast selects *sun*, unless the device also prefers dark: *dark* has enough contrast, and a
 * white screen would dazzle (decision 051).
 */
export const selectTheme = (chosen: Theme | undefined, { dark, moreContrast }: DevicePreferences): Theme => {
  if (chosen !== undefined) return chosen
  if (dark) return 'dark'
  return moreContrast ? 'sun' : 'light'
}

/** The parts of a page's global scope that determine and show its theme. */
type Page = Pick<Window, 'addEventListener' | 'document' | 'localStorage' | 'matchMedia'>

/** The theme that the user chose on this device. Without a choice, the device's preferences apply. */
export type ThemeChoice = {
  chosen: () => Theme | undefined
  subscribe: (listener: () => void) => () => void
  /** Stores a theme and shows it immediately, in all tabs. Without a theme, it removes the choice. */
  choose: (theme?: Theme) => void
}

/**
 * Sets the theme of the page, now and whenever the choice or the device's preferences change. Before the app
 * runs, an inline script of the page does this (`src/config/start-theme.ts`).
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
    const theme = selectTheme(choice.get(), preferences)
    page.document.documentElement.dataset.theme = theme
    setMeta('theme-color', barColours[theme])
    // Gives the empty page its background colour before the style sheets have loaded.
    setMeta('color-scheme', theme === 'dark' ? 'dark' : 'light')
  }
  const refreshChoice = (): void => choice.set(read())

  show()
  choice.subscribe(show)
  // Another tab may store a choice. A page in the back/forward cache misses that event, so it reads the
  // choice when it is shown again.
  page.addEventListener('storage', refreshChoice)
  page.addEventListener('pageshow', refreshChoice)
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
