/**
 * The themes, with their colours in `ui/styles/tokens.css`. *Sun* is for the pitch: most contrast, larger
 * type.
 */
export const themes = ['light', 'dark', 'sun'] as const

export type Theme = (typeof themes)[number]

/** The key of a chosen theme in `localStorage`. */
export const themeStorageKey = 'theme'

/** The colour of the browser's own bars: `--band` of each theme, for places without the style sheet. */
export const barColours: Record<Theme, string> = {
  light: '#10233f',
  dark: '#20365a',
  sun: '#000000',
}
