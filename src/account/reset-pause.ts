import * as v from 'valibot'
import { createStoredValue } from '../platform/storage/stored-value.ts'
import type { AccountDeps } from './account.ts'

/** In ms. The screens count this down after too many attempts (specification §4). */
const duration = 4 * 60_000

/** The pause after too many attempts to reset a password, in ms since epoch. Survives a reload. */
export const createResetPause = ({ values, now }: Pick<AccountDeps, 'values' | 'now'>) => {
  const stored = createStoredValue(values, 'resetLimitedUntil', v.number())
  return {
    /** Starts a pause; resolves to its end. */
    begin: async (): Promise<number> => {
      const end = now() + duration
      await stored.write(end)
      return end
    },

    /** The end of the current pause, if there is one. */
    until: async (): Promise<number | undefined> => {
      const end = (await stored.read()) ?? 0
      // If the clock was set back, four minutes must not become a day.
      return end > now() && end <= now() + duration ? end : undefined
    },
  }
}
