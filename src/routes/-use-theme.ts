import { useSyncExternalStore } from 'react'
import type { Services } from '../app/services/services.ts'
import type { ThemeFieldProps } from '../ui/form/theme-field.tsx'

/** The props of a field that chooses the theme of this device. */
export const useTheme = ({ device: { theme } }: Services): ThemeFieldProps => ({
  chosen: useSyncExternalStore(theme.subscribe, theme.chosen),
  onChoose: theme.choose,
})
