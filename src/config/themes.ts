/**
 * The themes. Their colours are in `ui/styles/tokens.css`. *Sun* is for use on the pitch, because it has the
 * most contrast and larger type.
 */
export const themes = ['light', 'dark', 'sun'] as const

export type Theme = (typeof themes)[number]

/** The key of the chosen theme in `localStorage`. */
export const themeStorageKey = 'theme'

/**
 * The colour of the browser's own bars: `--band` of each theme, for code that cannot read the style sheet.
 */
export const barColours: Record<Theme, string> = {
  light: '#10233f',
  dark: '#20365a',
  sun: '#000000',
}
