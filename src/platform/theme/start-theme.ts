import { createTheme } from './create-theme.ts'

// Runs before the first paint, so that no other theme is visible first.
createTheme(window)
