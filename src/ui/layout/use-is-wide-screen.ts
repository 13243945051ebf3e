import { useState } from 'react'

/**
 * Whether the window was as wide as a tablet when the screen was opened: turning a phone later opens and
 * closes nothing.
 */
export const useIsWideScreen = (): boolean => useState(() => matchMedia('(width >= 48rem)').matches)[0]
