import type { PersonName } from '../../src/session/providers/provider.ts'
import type { Tab } from './device.ts'

/** Answers the pending challenge of a tab. */
export const answer = async (tab: Tab, value: string, name: Partial<PersonName> = {}) =>
  (await tab.loadChallenges()).answer({ value, name })

/** The pending challenge of a tab, if there is one. */
export const pending = async (tab: Tab) => (await tab.loadChallenges()).pending()
