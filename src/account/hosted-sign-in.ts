import * as v from 'valibot'
import { getHostedReturns } from '../config/hosted-sign-in.ts'
import type { LocaleCode } from '../config/locales.ts'
import { localeCode } from '../contract/shared-schemas.ts'
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

/** After these failures, the provider may not have received the code, so another attempt can exchange it. */
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

/** A result for the screen, with the locale and the customer that it is for. */
type Completion = {
  result: HostedResult
  locale: LocaleCode
  /** The customer whom this tab showed when the result was there. */
  customer?: string | undefined
  isSettled: boolean
  /** Whether the coach has left the screen before the result was there. */
  hasLeftScreen: boolean
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
  const {
    origin,
    text: attemptText,
    pageSession,
    isOnline,
    leave,
    isPageReachable,
    rememberAddress,
  } = createHostedPage(window)
  /** The response of the page. Empty once it is read. */
  let unreadResponse = deps.hostedResponse
  /** The attempt whose code was not exchanged yet. Only in memory, so that a reload cannot send it again. */
  let pendingAttempt: (Attempt & { code: string }) | undefined
  let lastCompletion: Completion | undefined
  /** The page that the coach wanted to open, if the page has led back without a sign-in. */
  let lastReturnTo: string | undefined

  const failAtSignIn = (message: AuthFailure['message']) => fail<AuthFailure>({ message, step: 'sign-in' })

  /** Reads the response of the page. Only this tab can use it: a stranger's link has another state. */
  const readResponse = (locale: LocaleCode): Result<void, AuthFailure> | undefined => {
    if (unreadResponse === '') return undefined
    const query = new URLSearchParams(unreadResponse)
    unreadResponse = ''
    const attempt = parseOrUndefined(attemptSchema, parseJson(attemptText.read() ?? ''))
    if (!attempt || attempt.locale !== locale || attempt.state !== query.get('state'))
      return failAtSignIn('hostedSignIn.otherWindow')
    lastReturnTo = attempt.returnTo
    const code = query.get('code')
    attemptText.write(code === null ? undefined : taken)
    if (code === null)
      return failAtSignIn(`hostedSignIn.${query.get('error') === 'access_denied' ? 'cancelled' : 'refused'}`)
    // From here the page knows the coach, even if the exchange of the code fails.
    pageSession.write(locale)
    pendingAttempt = { ...attempt, code }
    return ok(undefined)
  }

  const exchange = async ({ locale, code, verifier, returnTo }: NonNullable<typeof pendingAttempt>) => {
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
    pendingAttempt = undefined
    attemptText.write()
    if (user.ok) return ok({ returnTo })
    return failure?.kind === 'challenge-over' ? failAtSignIn('hostedSignIn.over') : user
  }

  const completeReturn = async (locale: LocaleCode): HostedResult => {
    const readResult = readResponse(locale)
    if (readResult && !readResult.ok) return readResult
    if (!pendingAttempt) {
      // The coach has come back without a response, or a reload has interrupted its exchange.
      const wasInterrupted = attemptText.read() !== undefined
      attemptText.write()
      return wasInterrupted ? failAtSignIn('hostedSignIn.interrupted') : ok(undefined)
    }
    return exchange(pendingAttempt)
  }

  /** Forgets the last return from the page. Otherwise, its code could sign in a later coach. */
  const forgetReturn = () => {
    if (pendingAttempt) attemptText.write()
    pendingAttempt = undefined
    lastCompletion = undefined
    lastReturnTo = undefined
  }

  return {
    start: async (locale, returnTo) => {
      if (!isOnline()) return fail({ message: 'errorMessage.authLoginError', reason: 'error.network' })
      const provider = await session.loadProvider(locale)
      if (!provider.ok) return provider
      const methods = await loadMethods(provider.value)
      if (!methods.ok) return fail(toAuthFailure('sign-in', methods.error))
      const { callback } = getHostedReturns(origin, locale)
      const { url, ...attempt } = methods.value.createAttempt(callback)
      attemptText.write(JSON.stringify({ ...attempt, locale, returnTo: returnTo ?? lastReturnTo }))
      if (attemptText.read() === undefined)
        return fail({ message: 'errorMessage.authLoginError', reason: 'error.nothingStored' })
      pendingAttempt = undefined
      lastCompletion = undefined
      return (await leave(url, pageTimeoutMs)) === 'back'
        ? ok(undefined)
        : fail({ message: 'errorMessage.authLoginError', reason: 'error.providerUnavailable' })
    },

    complete: (locale) => {
      // The old result would be wrong for another locale, or after a sign-out.
      const isOutdated =
        lastCompletion?.isSettled &&
        (lastCompletion.locale !== locale || lastCompletion.customer !== session.customer())
      if (isOutdated) forgetReturn()
      if (lastCompletion) {
        lastCompletion.hasLeftScreen = false
        return lastCompletion.result
      }
      const completion: Completion = {
        result: completeReturn(locale),
        locale,
        isSettled: false,
        hasLeftScreen: false,
      }
      lastCompletion = completion
      const settle = () => {
        completion.isSettled = true
        completion.customer = session.customer()
        if (lastCompletion === completion && completion.hasLeftScreen) forgetReturn()
      }
      // An exception is no result. The next call tries again.
      completion.result.then(settle, () => {
        if (lastCompletion === completion) lastCompletion = undefined
      })
      return completion.result
    },

    canRetry: () => pendingAttempt !== undefined,
    retry: () => {
      lastCompletion = undefined
    },
    forget: () => {
      if (!lastCompletion || lastCompletion.isSettled) forgetReturn()
      else lastCompletion.hasLeftScreen = true
    },

    endPageSession: async (locale, isFormOpen, endReason) => {
      if (pageSession.read() !== locale) return
      const deadline = now() + logoutTimeoutMs
      const getTimeLeft = () => Math.max(0, deadline - now())
      // Under the lock, because the report would delete the tokens of a sign-in in another tab, and leaving
      // would abort one in this tab.
      const work = session.withRenewalLock(async () => {
        if (getTimeLeft() === 0 || (await session.isAnyoneSignedIn())) return
        // Leaving this page would also abort the report of the sign-out. The report has its own time limit.
        await session.reportSignOut()
        const provider = await session.loadProvider(locale)
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
