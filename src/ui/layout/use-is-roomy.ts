import { useState } from 'react'

/** Whether a screen had the room of a tablet when it was opened: a phone that is turned over opens and closes nothing. */
export const useIsRoomy = (): boolean => useState(() => matchMedia('(width >= 48rem)').matches)[0]
