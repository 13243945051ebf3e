import { useState } from 'react'

/**
 * Whether the window was as wide as a tablet when the component was mounted. Later changes are ignored, so
 * that turning a phone does not open or close anything.
 */
export const useIsWideScreen = (): boolean => useState(() => matchMedia('(width >= 48rem)').matches)[0]
