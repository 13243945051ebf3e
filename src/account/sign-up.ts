import { locales, type LocaleCode } from '../config/locales.ts'
import { fail, ok } from '../lib/result.ts'
import type { Auth, SignUpInput } from './account.ts'
import { codeLength } from './code-length.ts'
import type { AuthDeps } from './deps.ts'
import { canPass, failureOf } from '../session/failures.ts'
import type { MemorisedPassword } from './pending-verification.ts'
import { retry } from '../session/retry.ts'
import type { SessionRecord } from '../session/session-record.ts'
import { settle } from './log-failures.ts'
import type { SignUpSettlement } from './follow-ups.ts'

type Parts = {
  record: SessionRecord
  password: MemorisedPassword
  settlement: SignUpSettlement
  signIn: Auth['signIn']
}

const toldBy = (locale: LocaleCode, input: SignUpInput) => {
  const { email, firstName, lastName, registration, emailConsent, subscriptions } = input
  const more = subscriptions ? { subscriptions: [...subscriptions] } : {}
  return { email, locale, firstName, lastName, registration, emailConsent, ...more }
}

/** Signs up and confirms the e-mail address (specification §4). */
export const createSignUp = (
  { record, password, settlement, signIn }: Parts,
  { providerFor, sleep, log }: AuthDeps,
): Pick<Auth, 'signUp' | 'confirm' | 'resendCode' | 'pendingVerification'> => ({
  signUp: async (locale, input) => {
    const provider = await providerFor(locale)
    if (!provider.ok) return provider
    const { email, password: secret } = input
    const undo = await settlement.begin(toldBy(locale, input))
    const created = await provider.value.signUp(input)
    if (!created.ok) {
      const { kind, name } = created.error
      log.warn('The sign-up was refused.', { fault: name })
      // Where the answer was lost, the account may exist: what was told waits for its first sign-in.
      if (!canPass(kind)) await undo()
      return fail(failureOf('sign-up', kind, locales[locale].auth.kind))
    }
    const { userID, verified } = created.value
    await settle(log, 'A sign-up was not settled.', settlement.created({ email, locale }, userID))
    if (verified) return ok({ next: (await signIn(locale, email, secret)).ok ? 'signed-in' : 'sign-in' })
    password.keep({ locale, email, password: secret })
    await record.writePending({ email, locale })
    return ok({ next: 'verify' })
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
})
