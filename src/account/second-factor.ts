import * as v from 'valibot'
import { locales } from '../config/locales.ts'
import { retry } from '../lib/async/retry.ts'
import { parseJson } from '../lib/http/parse-json.ts'
import { parseOrUndefined } from '../lib/parse-or-undefined.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import { toAuthFailure, type AuthFailure } from '../session/failure-messages.ts'
import type { ProviderResult, SecondFactorMethods } from '../session/providers/provider.ts'
import { providerRetry } from '../session/retry-policies.ts'
import type { AccountDeps, SecondFactor } from './account.ts'

/** A phone may reload the page while the coach adds the key to another app. */
const pendingKeySchema = v.object({ customerId: v.string(), secret: v.string() })

/** Sets up, reads and removes the second factor of a signed-in coach. */
export const createSecondFactor = ({ session, sleep, tabTexts }: AccountDeps): SecondFactor => {
  const call = <T>(
    customerId: string,
    work: (methods: SecondFactorMethods) => ProviderResult<T>,
  ): Promise<Result<T, AuthFailure>> =>
    session.asCustomer(customerId, 'second-factor', ({ secondFactor }) => work(secondFactor))

  /** Runs `work` if the password is right. */
  const withPassword = async <T>(
    customerId: string,
    password: string,
    work: (methods: SecondFactorMethods, freshToken?: string) => ProviderResult<T>,
  ): Promise<Result<T, AuthFailure>> => {
    const signedIn = await session.findUser(customerId)
    if (!signedIn.ok) return signedIn
    const { user, provider } = signedIn.value
    const proof = await retry(() => provider.checkPassword(user.email, password), providerRetry, sleep)
    // A provider asks for the second factor only after the right password.
    if (proof.ok) return call(customerId, (methods) => work(methods, proof.value.accessToken))
    if (proof.error.kind === 'challenge') return call(customerId, work)
    return fail(toAuthFailure('second-factor', proof.error, locales[user.locale].auth.kind))
  }

  return {
    read: (customerId) => call(customerId, ({ read }) => read()),

    pendingKey: (customerId) => {
      const stored = parseOrUndefined(pendingKeySchema, parseJson(tabTexts.authenticatorKey.read() ?? ''))
      return stored?.customerId === customerId ? stored.secret : undefined
    },

    createKey: async (customerId, password) => {
      const secret = await withPassword(customerId, password, ({ createKey }, freshToken) =>
        createKey(freshToken),
      )
      if (secret.ok) tabTexts.authenticatorKey.write(JSON.stringify({ customerId, secret: secret.value }))
      return secret
    },

    turnOn: async (customerId, code) => {
      const result = await call(customerId, ({ turnOn }) => turnOn(code))
      if (result.ok) tabTexts.authenticatorKey.write()
      return result
    },

    turnOff: (customerId, password) =>
      withPassword(customerId, password, ({ turnOff }, freshToken) => turnOff(freshToken)),

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
