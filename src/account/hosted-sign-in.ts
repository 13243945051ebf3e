import * as v from 'valibot'
import { getHostedReturns } from '../config/hosted-sign-in.ts'
import type { LocaleCode } from '../config/locales.ts'
import { localeCode } from '../contract/shapes.ts'
import { withTimeLimit } from '../lib/async/time-limit.ts'
import { parseJson } from '../lib/http/parse-json.ts'
import { parseOrUndefined } from '../lib/parse-or-undefined.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import { createHostedPage } from '../platform/hosted-page.ts'
import { toAuthFailure, type AuthFailure } from '../session/auth-failure.ts'
import type {
  AuthProvider,
  HostedSignInMethods,
  ProviderFailure,
  ProviderResult,
} from '../session/providers/provider.ts'
import { noRetry } from '../session/retry-policies.ts'
import type { AccountDeps, HostedResult, HostedSignIn } from './account.ts'
import type { TakeStep } from './sign-in-step.ts'

/** What this tab remembers while it shows the hosted page. */
const attemptSchema = v.object({
  locale: localeCode,
  state: v.string(),
  verifier: v.string(),
  returnTo: v.optional(v.string()),
})
type Attempt = v.InferOutput<typeof attemptSchema>

/** Stored in place of an attempt whose code was taken, so that no other page can use it. */
const taken = 'taken'

/** How long the coach waits for the hosted page to appear (specification §9: hosted sign-in wait). */
const pageTimeoutMs = 10_000

/** How long the end of the session at the page may take (specification §9: sign-out redirect). */
const logoutTimeoutMs = 3000

/** With these, the provider may not have received the code. Then another attempt can exchange it. */
const temporaryKinds: ReadonlySet<ProviderFailure['kind']> = new Set(['network', 'no-response', 'service'])

/**
 * The provider may have used the code although no response has arrived. So only the coach repeats the step, and
 * the wait has a limit.
 */
const hostedStep = {
  name: 'sign-in',
  ifSignedIn: { message: 'hostedSignIn.signedIn', step: 'sign-in' },
  retry: noRetry,
} as const

/** A result for the screen, and for whom it was. */
type Completion = {
  result: HostedResult
  locale: LocaleCode
  /** The customer whom this tab showed when the result was there. */
  customer?: string | undefined
  isSettled: boolean
  /** Whether the coach has left the screen before. */
  isUnwanted: boolean
}

type HostedDeps = Pick<AccountDeps, 'session' | 'hostedResponse' | 'now'> & {
  takeStep: TakeStep
}

/** Loads the methods of a provider. Fails if it has no page, or if the download was interrupted. */
const loadMethods = async ({ loadHosted }: AuthProvider): ProviderResult<HostedSignInMethods> =>
  loadHosted ? loadHosted() : fail({ kind: 'not-set-up', name: 'NoHostedPage' })

/** Signs in on a page of the identity provider, and ends the session of that page. */
export const createHostedSignIn = (deps: HostedDeps): HostedSignIn => {
  const { session, now, takeStep } = deps
  const { origin, text, pageSession, isOnline, leave, isPageReachable, rememberAddress } =
    createHostedPage(window)
  /** The response of the page, until it is read. */
  let response = deps.hostedResponse
  /** A code that was not exchanged yet. Only in memory, so that a reload cannot send it again. */
  let pending: (Attempt & { code: string }) | undefined
  let last: Completion | undefined
  /** The page that the coach wanted to open, if the page has led back without a sign-in. */
  let lastReturnTo: string | undefined

  const failHere = (message: AuthFailure['message']) => fail<AuthFailure>({ message, step: 'sign-in' })

  /** Reads the response of the page. Only this tab can use it: a stranger's link has another state. */
  const readResponse = (locale: LocaleCode): Result<void, AuthFailure> | undefined => {
    if (response === '') return undefined
    const query = new URLSearchParams(response)
    response = ''
    const attempt = parseOrUndefined(attemptSchema, parseJson(text.read() ?? ''))
    if (!attempt || attempt.locale !== locale || attempt.state !== query.get('state'))
      return failHere('hostedSignIn.otherWindow')
    lastReturnTo = attempt.returnTo
    const code = query.get('code')
    text.write(code === null ? undefined : taken)
    if (code === null)
      return failHere(`hostedSignIn.${query.get('error') === 'access_denied' ? 'cancelled' : 'refused'}`)
    // From here the page knows the coach, even if the exchange of the code fails.
    pageSession.write(locale)
    pending = { ...attempt, code }
    return ok(undefined)
  }

  const exchange = async ({ locale, code, verifier, returnTo }: NonNullable<typeof pending>) => {
    let failure: ProviderFailure | undefined
    const requestTokens = async (provider: AuthProvider) => {
      const methods = await loadMethods(provider)
      const { callback } = getHostedReturns(origin, locale)
      const tokens = methods.ok ? await methods.value.exchange({ code, verifier, callback }) : methods
      failure = tokens.ok ? undefined : tokens.error
      return tokens
    }
    const user = await takeStep({ ...hostedStep, locale, requestTokens })
    if (!user.ok && failure && temporaryKinds.has(failure.kind)) return user
    pending = undefined
    text.write()
    if (user.ok) return ok({ returnTo })
    return failure?.kind === 'challenge-over' ? failHere('hostedSignIn.over') : user
  }

  const run = async (locale: LocaleCode): HostedResult => {
    const reading = readResponse(locale)
    if (reading && !reading.ok) return reading
    if (!pending) {
      // The coach has come back without a response, or a reload has interrupted its exchange.
      const wasInterrupted = text.read() !== undefined
      text.write()
      return wasInterrupted ? failHere('hostedSignIn.interrupted') : ok(undefined)
    }
    return exchange(pending)
  }

  /** Forgets the last return from the page, whose code would otherwise sign in a later coach. */
  const drop = () => {
    if (pending) text.write()
    pending = undefined
    last = undefined
    lastReturnTo = undefined
  }

  return {
    start: async (locale, returnTo) => {
      if (!isOnline()) return fail({ message: 'errorMessage.authLoginError', reason: 'error.network' })
      const provider = await session.providerFor(locale)
      if (!provider.ok) return provider
      const methods = await loadMethods(provider.value)
      if (!methods.ok) return fail(toAuthFailure('sign-in', methods.error))
      const { callback } = getHostedReturns(origin, locale)
      const { url, ...attempt } = methods.value.createAttempt(callback)
      text.write(JSON.stringify({ ...attempt, locale, returnTo: returnTo ?? lastReturnTo }))
      if (text.read() === undefined)
        return fail({ message: 'errorMessage.authLoginError', reason: 'error.nothingStored' })
      pending = undefined
      last = undefined
      return (await leave(url, pageTimeoutMs)) === 'back'
        ? ok(undefined)
        : fail({ message: 'errorMessage.authLoginError', reason: 'error.providerUnavailable' })
    },

    // The router may ask more than once.
    complete: (locale) => {
      // The old result would be wrong for another locale, or after a sign-out.
      if (last?.isSettled && (last.locale !== locale || last.customer !== session.customer())) drop()
      if (last) {
        last.isUnwanted = false
        return last.result
      }
      const completion: Completion = { result: run(locale), locale, isSettled: false, isUnwanted: false }
      last = completion
      const settle = () => {
        completion.isSettled = true
        completion.customer = session.customer()
        if (last === completion && completion.isUnwanted) drop()
      }
      // An exception is no result. The next call tries again.
      completion.result.then(settle, () => {
        if (last === completion) last = undefined
      })
      return completion.result
    },

    canRetry: () => pending !== undefined,
    retry: () => {
      last = undefined
    },
    forget: () => {
      if (!last || last.isSettled) drop()
      else last.isUnwanted = true
    },

    endPageSession: async (locale, isFormOpen, endReason) => {
      if (pageSession.read() !== locale) return
      const end = now() + logoutTimeoutMs
      const getTimeLeft = () => Math.max(0, end - now())
      // Under the lock, because the report would delete the tokens of a sign-in in another tab, and leaving
      // would abort one in this tab.
      const work = session.withRenewalLock(async () => {
        if (getTimeLeft() === 0 || (await session.isAnyoneSignedIn())) return
        // Leaving this page would also abort the report of the sign-out. The report has its own time limit.
        await session.reportSignOut()
        const provider = await session.providerFor(locale)
        const methods = provider.ok ? await loadMethods(provider.value) : provider
        if (!methods.ok) return
        const url = methods.value.getLogoutUrl(getHostedReturns(origin, locale).logout)
        if (!(await isPageReachable(url, getTimeLeft())) || isFormOpen()) return
        pageSession.write()
        // The page leads back to the bare address, because it accepts only addresses that are registered.
        const forgetAddress = rememberAddress(endReason ? { ended: endReason } : {})
        if ((await leave(url, getTimeLeft())) === 'no-response') pageSession.write(locale)
        forgetAddress()
      })
      await withTimeLimit(work, logoutTimeoutMs)
    },
  }
}
