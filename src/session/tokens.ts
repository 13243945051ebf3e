import { locales } from '../config/locales.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import { authFailureOf, type AuthFailure } from './failures.ts'
import type { AuthProvider, ProviderResult, ProviderSession } from './providers/provider.ts'
import { ownSession } from './providers/own-session.ts'
import type { Renewal } from './renewal.ts'
import type { SessionRecord } from './session-record.ts'
import type { SessionControl, SessionDeps, TokenRequest } from './session.ts'

type Tokens = Pick<
  SessionControl,
  'signedIn' | 'asCustomer' | 'accessToken' | 'identityToken' | 'storageCredentials'
>
type Parts = { record: SessionRecord; renewal: Renewal; validated: (customer: string) => Promise<void> }

/** The signed-in customer with their provider, and the tokens and credentials that it issues. */
export const createTokens = (
  { record, renewal, validated }: Parts,
  { providerFor, values }: Pick<SessionDeps, 'providerFor' | 'values'>,
): Tokens => {
  const signedIn: Tokens['signedIn'] = async (customer) => {
    const read = await values.inTime(record.read().then((stored) => ({ stored })))
    // The database does not respond. Without this failure, callers would wait without end or message.
    if (!read) return fail({ message: 'error.storageSilent' })
    const { stored } = read
    if (!stored) return fail({ message: 'error.signInNeeded' })
    if (stored.user.userID !== customer) return fail({ message: 'error.otherCustomer' })
    const provider = await providerFor(stored.user.locale)
    return provider.ok ? ok({ user: stored.user, provider: provider.value }) : provider
  }

  const asCustomer: Tokens['asCustomer'] = async (customer, step, work) => {
    const known = await signedIn(customer)
    if (!known.ok) return known
    const { user, provider } = known.value
    const { kind } = locales[user.locale].auth
    const done = await work(provider)
    if (done.ok) return done
    if (done.error.kind !== 'session-ended') return fail(authFailureOf(step, done.error, kind))
    const renewed = await renewal.renew(customer, { fresh: true })
    if (!renewed.ok) return renewed
    const again = await work(provider)
    return again.ok ? again : fail(authFailureOf(step, again.error, kind))
  }

  const request = async <T>(
    customer: string,
    from: (provider: AuthProvider) => ProviderResult<T>,
  ): Promise<Result<T, AuthFailure>> => {
    const known = await signedIn(customer)
    if (!known.ok) return known
    await validated(customer)
    const given = await asCustomer(customer, 'session', from)
    if (!given.ok) return given
    // Another customer may have signed in during the request, and the result may belong to them.
    const still = await signedIn(customer)
    return still.ok ? given : still
  }

  const token = (name: keyof ProviderSession & `${string}Token`): TokenRequest => {
    const current = async (customer: string) => {
      const session = await request(customer, (provider) => ownSession(provider, customer))
      return session.ok ? ok(session.value[name]) : session
    }
    return async (customer, { refused } = {}) => {
      const given = await current(customer)
      if (!given.ok || given.value !== refused) return given
      const renewed = await renewal.renew(customer, { fresh: true })
      return renewed.ok ? current(customer) : renewed
    }
  }

  return {
    signedIn,
    asCustomer,
    accessToken: token('accessToken'),
    identityToken: token('identityToken'),
    storageCredentials: (customer) => request(customer, (provider) => provider.storageCredentials()),
  }
}
