import { useState, type ReactNode } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'

/** A code of an authenticator app is valid in its own 30 s, and in the 30 s before and after. */
const codeStepMs = 30_000

const minuteMs = 60_000

/**
 * Shows a hint if the clock of this device is wrong. Call `measure` after a wrong code of an authenticator app: the
 * codes of an app on this device depend on its clock. `measureClock` resolves to how far the clock is off, in ms.
 */
export const useClockHint = (
  measureClock: () => Promise<number>,
): { hint: ReactNode; measure: () => Promise<void> } => {
  const t = useTranslate()
  const [offsetMs, setOffsetMs] = useState(0)
  const minutes = Math.max(1, Math.round(offsetMs / minuteMs))
  return {
    hint: offsetMs >= codeStepMs && <p>{t('takeAlong.clock.missing', { minutes })}</p>,
    measure: async () => setOffsetMs(Math.abs(await measureClock())),
  }
}
