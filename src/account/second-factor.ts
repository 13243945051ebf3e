import * as v from 'valibot'
import { parseJson } from '../lib/http/parse-json.ts'
import { parseOrUndefined } from '../lib/parse-or-undefined.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import type { AuthFailure } from '../session/auth-failure.ts'
import type { ProviderResult, SecondFactorMethods } from '../session/providers/provider.ts'
import type { AccountDeps, SecondFactor } from './account.ts'
import { createWithPassword } from './with-password.ts'

/** A phone may reload the page while the coach adds the key to another app. */
const pendingKeySchema = v.object({ customerId: v.string(), secret: v.string() })

/** Sets up, reads and removes the second factor of a signed-in coach. */
export const createSecondFactor = (deps: AccountDeps): SecondFactor => {
  const { session, tabTexts } = deps
  const call = <T>(
    customerId: string,
    work: (methods: SecondFactorMethods) => ProviderResult<T>,
  ): Promise<Result<T, AuthFailure>> =>
    session.asCustomer(customerId, 'second-factor', async ({ loadSecondFactor }) => {
      const methods = await loadSecondFactor()
      return methods.ok ? work(methods.value) : methods
    })

  const withPassword = createWithPassword(deps)

  return {
    read: (customerId) => call(customerId, ({ read }) => read()),

    pendingKey: (customerId) => {
      const stored = parseOrUndefined(pendingKeySchema, parseJson(tabTexts.authenticatorKey.read() ?? ''))
      return stored?.customerId === customerId ? stored.secret : undefined
    },

    createKey: async (customerId, password) => {
      const secret = await withPassword(customerId, password, (freshToken) =>
        call(customerId, ({ createKey }) => createKey(freshToken)),
      )
      if (secret.ok) tabTexts.authenticatorKey.write(JSON.stringify({ customerId, secret: secret.value }))
      return secret
    },

    turnOn: async (customerId, code) => {
      const result = await call(customerId, ({ turnOn }) => turnOn(code))
      // The provider knows no key that waits for its first code, because another window has replaced it.
      const isReplaced = !result.ok && result.error.message === 'secondFactor.notOffered'
      if (result.ok || isReplaced) tabTexts.authenticatorKey.write()
      return isReplaced ? fail({ message: 'secondFactor.keyReplaced' }) : result
    },

    turnOff: (customerId, password) =>
      withPassword(customerId, password, (freshToken) =>
        call(customerId, ({ turnOff }) => turnOff(freshToken)),
      ),

    listDevices: (customerId) => call(customerId, ({ listDevices }) => listDevices()),

    forgetDevices: async (customerId, ids) => {
      for (const id of ids) {
        const result = await call(customerId, ({ forgetDevice }) => forgetDevice(id))
        if (!result.ok) return result
      }
      return ok(undefined)
    },
  }
}
