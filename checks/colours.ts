/**
 * Which colours of `src/ui/styles/tokens.css` appear on which backgrounds. `checks/colours.test.ts` computes
 * the contrast of each pair in each theme, and fails on a pair in a style sheet that is missing here.
 */
type BackgroundsByColour = Record<string, readonly string[]>

/** The backgrounds of pages, panels and messages. */
const plainBackgrounds = ['ground', 'surface', 'hover', 'info', 'success', 'warning', 'danger']

/** Text colours with their backgrounds. */
export const texts: BackgroundsByColour = {
  ink: plainBackgrounds,
  'ink-soft': plainBackgrounds,
  link: plainBackgrounds,
  'success-ink': ['ground', 'surface', 'hover', 'success'],
  'warning-ink': ['ground', 'surface', 'warning'],
  'danger-ink': ['ground', 'surface', 'danger'],
  'on-primary': ['primary', 'primary-hover'],
  'on-delete': ['delete', 'delete-hover'],
  'on-highlight': ['highlight', 'highlight-hover'],
  'on-hero': ['hero-from', 'hero-to', 'hero-hover'],
  'hero-from': ['on-hero'],
  'on-band': ['band', 'band-hover'],
  band: ['on-band'],
  'on-footer': ['footer', 'footer-hover'],
  'on-footer-soft': ['footer'],
  highlight: ['band', 'footer', 'hero-from'],
}

/** Colours of bold text of 20 px and more, with their backgrounds. */
export const largeTexts: BackgroundsByColour = {
  highlight: ['hero-to'],
}

/**
 * Colours that must be visible but are not text, with their backgrounds: borders of controls, focus outlines,
 * dots, bars, stripes.
 */
export const marks: BackgroundsByColour = {
  'line-strong': ['ground', 'surface', 'hover'],
  'info-mark': plainBackgrounds,
  'warning-mark': ['ground', 'surface', 'warning'],
  'warning-ink': ['warning'],
  'danger-ink': ['ground', 'surface', 'danger', 'track'],
  primary: ['ground', 'surface', 'success', 'track', 'slider-track'],
  ink: [...plainBackgrounds, 'selected'],
  highlight: ['band', 'footer', 'hero-to'],
  'band-error': ['band'],
  'on-hero': ['hero-from', 'hero-to'],
  code: ['code-ground'],
  'on-primary': ['primary'],
  'on-footer-soft': ['footer'],
}

/**
 * Colours whose contrast is not checked: they carry no information, because words beside them do, or they are
 * the backgrounds of films and dialogs.
 */
export const decorations = [
  'line',
  'hero-line',
  'hero-pitch',
  'hero-pitch-wide',
  'footer-line',
  'frame',
  'backdrop',
  'shadow',
  'shadow-lifted',
  'player-outline',
  'player-red',
  'player-blue',
  'player-scarf',
  'player-curls',
  'player-ponytail',
  'skin-1',
  'skin-2',
  'skin-3',
]
