/** The looks of the app; `ui/tokens.css` has the colours of each. *Sun* is for the pitch: most contrast, larger type. */
export const themes = ['light', 'dark', 'sun'] as const

export type Theme = (typeof themes)[number]

/** What the browser paints its own bars with: `--band` of each theme, where no style sheet is read. */
export const barColours: Record<Theme, string> = {
  light: '#10233f',
  dark: '#20365a',
  sun: '#000000',
}
