import * as v from 'valibot'
import { createStoredValue } from '../platform/storage/stored-value.ts'
import type { AccountDeps } from './account.ts'

/** ms that the screens count down after too many tries (specification §4) */
const duration = 4 * 60_000

/** The pause after too many tries at a password reset, in ms since epoch; it survives a reload. */
export const createResetPause = ({ values, now }: Pick<AccountDeps, 'values' | 'now'>) => {
  const stored = createStoredValue(values, 'resetLimitedUntil', v.number())
  return {
    /** Begins a pause; resolves to its end. */
    begin: async (): Promise<number> => {
      const end = now() + duration
      await stored.write(end)
      return end
    },

    /** The end of the present pause, if there is one. */
    until: async (): Promise<number | undefined> => {
      const end = (await stored.read()) ?? 0
      // A clock that was set back must not turn four minutes into a day.
      return end > now() && end <= now() + duration ? end : undefined
    },
  }
}
