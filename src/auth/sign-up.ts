import { locales, type LocaleCode } from '../config/locales.ts'
import { fail, ok } from '../lib/result.ts'
import type { Auth, SignUpInput } from './auth.ts'
import { codeLength } from './code-length.ts'
import type { AuthDeps } from './deps.ts'
import { canPass, failureOf } from './failures.ts'
import type { MemorisedPassword } from './memorised-password.ts'
import { registrationOf } from './registration.ts'
import { retry } from './retry.ts'
import type { SessionRecord } from './session-record.ts'
import { settle } from './settle.ts'
import { eventIds } from './sign-in.ts'

type Parts = { record: SessionRecord; password: MemorisedPassword; signIn: Auth['signIn'] }

/** Signs up and confirms the e-mail address (specification §4). */
export const createSignUp = (
  { record, password, signIn }: Parts,
  { providerFor, sleep, log, events }: AuthDeps,
): Pick<Auth, 'signUp' | 'confirm' | 'resendCode' | 'pendingVerification'> => {
  /**
   * What the new customer's outbox holds from now on: delivered after the first sign-in. The account exists by now: a
   * full phone must not keep the coach from confirming it.
   */
  const capture = (userID: string, locale: LocaleCode, input: SignUpInput): Promise<void> => {
    const fields = { legalAgeConsent: 'true', emailConsent: String(input.emailConsent) }
    return settle(
      log,
      'A sign-up event was not kept.',
      events.registered(registrationOf(locales[locale], input.registration), userID),
      events.logged({ event_id: eventIds.signUp, value: locale }, userID),
      events.fieldsSaved({ fields }, userID),
    )
  }

  return {
    signUp: async (locale, input) => {
      const provider = await providerFor(locale)
      if (!provider.ok) return provider
      const { email, password: secret, firstName, lastName } = input
      const created = await provider.value.signUp({ email, password: secret, firstName, lastName })
      if (!created.ok) {
        log.warn('The sign-up was refused.', { fault: created.error.name })
        return fail(failureOf('sign-up', created.error.kind))
      }
      password.keep({ locale, email, password: secret })
      await capture(created.value.userID, locale, input)
      await record.writePending({ email, locale })
      return created
    },

    confirm: async (locale, email, code) => {
      if (code.length !== codeLength) return fail({ message: 'errorMessage.authCodeInsert' })
      const provider = await providerFor(locale)
      if (!provider.ok) return provider
      const confirmed = await retry(() => provider.value.confirm(email, code), {
        canPass: ({ kind }) => canPass(kind),
        sleep,
      })
      if (!confirmed.ok) return fail(failureOf('verification', confirmed.error.kind))
      const secret = password.of(locale, email)
      // The address is confirmed, whatever becomes of this sign-in: where it fails, the coach signs in by hand.
      const signedIn = secret !== undefined && (await signIn(locale, email, secret)).ok
      return ok(signedIn ? 'signed-in' : 'confirmed')
    },

    resendCode: async (locale, email) => {
      const provider = await providerFor(locale)
      if (!provider.ok) return provider
      const sent = await provider.value.resendCode(email)
      return sent.ok ? sent : fail(failureOf('resend', sent.error.kind))
    },

    pendingVerification: () => record.pending(),
  }
}
