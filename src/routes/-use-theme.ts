import { useSyncExternalStore } from 'react'
import type { Services } from '../app/services/services.ts'
import type { ThemeFieldProps } from '../ui/form/theme-field.tsx'

/** What a screen needs for letting a person choose how the app looks on this device. */
export const useTheme = ({ device: { theme } }: Services): ThemeFieldProps => ({
  chosen: useSyncExternalStore(theme.subscribe, theme.chosen),
  onChoose: theme.choose,
})
