import { connectPersonServices } from '../../sandbox/testing/person-services.ts'
import type { AuthFailure } from '../../src/session/auth-failure.ts'
import { localeCodes, locales, type LocaleCode } from '../../src/config/locales.ts'
import type { Result } from '../../src/lib/result.ts'
import { createDevice } from './device.ts'
import { startServices } from './start-services.ts'

/** Starts services for tests of every message about a failure. Returns functions that make calls fail and open devices. */
export const startCatalogue = async () => {
  const services = await startServices()
  const person = connectPersonServices(services.sandbox)
  const controlPools = (method: string, fault?: object) =>
    fetch(`${services.sandbox.addresses().userPool}/_control/fail-next`, {
      method,
      ...(fault && { body: JSON.stringify(fault) }),
    })
  return {
    person,
    codeFor: services.codeFor,
    open: () => createDevice(services).open(),
    /** The library retries transient errors, so the fault lasts longer than its retries. */
    failPool: (target: string, type: string, message?: string) =>
      controlPools('POST', { target, type, message, times: 20 }),
    failLoyalty: (call: string, code: number) =>
      person.failNext({ target: `loyalty.${call}`, code, times: 20 }),
    forgetFailures: async () => {
      await person.forgetFailures()
      await controlPools('DELETE')
    },
    close: () => services.close(),
  }
}

export type Catalogue = Awaited<ReturnType<typeof startCatalogue>>

export const getFailure = <T>(result: Result<T, AuthFailure>): AuthFailure | 'none' =>
  result.ok ? 'none' : result.error

export const listLocales = (kind: 'user-pool' | 'loyalty') =>
  localeCodes.filter((locale) => locales[locale].auth.kind === kind)

export const getDemoEmail = (locale: LocaleCode) =>
  locale === 'es-US' ? 'coach.us.es@example.com' : `coach.${locale.slice(-2).toLowerCase()}@example.com`

export const reset = (email: string, code = '000000') => ({ email, code, password: 'Novo-2026!' })

/** A code of the right length that differs from this one. */
export const wrongFor = (code: string): string => (code === '000000' ? '111111' : '000000')
