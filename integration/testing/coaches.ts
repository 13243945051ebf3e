import { connectOperator } from '../../sandbox/testing/connect-operator.ts'
import { locales, type LocaleCode } from '../../src/config/locales.ts'
import { createDevice } from './device.ts'
import { newcomer, password } from './people.ts'
import type { RunningServices } from './start-services.ts'
import { unwrap } from './unwrap.ts'

/** Signs up a new coach, who also confirms the email address. Resolves to it. */
export const signUp = async (services: RunningServices, locale: LocaleCode): Promise<string> => {
  const tab = createDevice(services).open()
  const input = newcomer()
  const { next } = unwrap(await tab.signUp(locale, input))
  if (next === 'verify') unwrap(await tab.confirm(locale, input.email, await services.codeFor(input.email)))
  return input.email
}

/** A new coach who is signed in on one device. */
export const createCoach = async (services: RunningServices, locale: LocaleCode) => {
  const email = await signUp(services, locale)
  const device = createDevice(services)
  const tab = device.open()
  const { userID } = unwrap(await tab.signIn(locale, email, password))
  return { device, tab, email, userID }
}

/** What an operator does at the user pool of a locale. */
export const getOperator = ({ sandbox }: RunningServices, locale: LocaleCode) => {
  const { auth } = locales[locale]
  if (auth.kind !== 'user-pool') throw new Error(`${locale} has no user pool`)
  return connectOperator(sandbox, auth.pool)
}
