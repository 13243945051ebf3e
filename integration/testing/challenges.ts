import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { LocaleCode } from '../../src/config/locales.ts'
import { memoryText } from '../../src/platform/storage/testing/memory-text.ts'
import type { PersonName } from '../../src/session/providers/provider.ts'
import { getFailure } from './catalogue.ts'
import { getOperator, signUp } from './coaches.ts'
import { createDevice, type Tab } from './device.ts'
import { password } from './people.ts'
import type { RunningServices } from './start-services.ts'

export const temporaryPassword = 'Temporary-2026!'
export const names = { given_name: 'Ana', family_name: 'Souza' }

/** Invites a coach, as an admin of the pool does. Resolves to their email address. */
export const invite = async (
  services: RunningServices,
  locale: LocaleCode,
  attributes: Record<string, string> = names,
) => {
  const email = `coach-${randomUUID()}@example.com`
  await getOperator(services, locale).invite({ email, password: temporaryPassword, attributes })
  return email
}

/** A page in a tab. `reload` opens the page again: only what the tab has stored is left. */
export const openTab = (services: RunningServices) => {
  const device = createDevice(services)
  const tabText = memoryText()
  return { device, tabText, tab: device.open(tabText), reload: () => device.open(tabText) }
}

/** Answers the pending challenge of a tab. */
export const answer = async (tab: Tab, value: string, name: Partial<PersonName> = {}) =>
  (await tab.loadChallenges()).answer({ value, name })

/** The pending challenge of a tab, if there is one. */
export const pending = async (tab: Tab) => (await tab.loadChallenges()).pending()

/** Takes a step that must lead to a challenge, and returns that challenge. */
export const expectChallenge = async (tab: Tab, step: ReturnType<Tab['signIn']>) => {
  expect(getFailure(await step)).toEqual({ message: 'confirmSignIn.needed', step: 'challenge' })
  return (await pending(tab))?.challenge
}

/** A coach whose account asks for a code by email, in a page at the step with the code. */
export const reachCode = async (services: RunningServices) => {
  const email = await signUp(services, 'en-GB')
  await getOperator(services, 'en-GB').enableEmailCode(email)
  const page = openTab(services)
  await expectChallenge(page.tab, page.tab.signIn('en-GB', email, password))
  return { ...page, email, code: await services.codeFor(email) }
}
