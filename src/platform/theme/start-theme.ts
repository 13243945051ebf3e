import { createTheme } from './create-theme.ts'

// Runs before the first paint, so that nobody sees another theme first.
createTheme(window)
