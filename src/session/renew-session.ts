import { errors } from '../contract/errors.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import type { CurrentUser } from './current-user.ts'
import { failureOf, type AuthFailure } from './failures.ts'
import type { ProductSession } from './product-session.ts'
import type { SessionRecord } from './session-record.ts'
import type { SessionStateStore } from './session-state.ts'
import type { SessionDeps } from './session.ts'

type Parts = { record: SessionRecord; state: SessionStateStore; product: ProductSession }

/** Opens the product session again with the provider's tokens; `fresh` has the provider renew them first. */
export type RenewSession = (user: CurrentUser, fresh: boolean) => Promise<Result<CurrentUser, AuthFailure>>

/** Provider and product API each have a message of their own for an identity that is no longer valid. */
export const isOver = ({ message }: AuthFailure): boolean =>
  message === 'errorMessage.sessionExpired' || message === 'error.signInNeeded'

/** Takes the provider's tokens over into record and state, with a product session that fits them. */
export const createRenewal =
  ({ record, state, product }: Parts, { providerFor }: Pick<SessionDeps, 'providerFor'>): RenewSession =>
  async (user, fresh) => {
    const provider = await providerFor(user.locale)
    if (!provider.ok) return provider
    const session = await provider.value.session({ fresh })
    if (!session.ok) return fail(failureOf('session', session.error.kind))
    const opened = await product.open(user.locale, session.value)
    if (!opened.ok) return fail({ message: errors[opened.error.code].message })
    if ((await record.read())?.user.userID !== user.userID) {
      // The coach signed out while the response was on its way: the session just opened must not stay.
      await product.end()
      return fail({ message: 'error.signInNeeded' })
    }
    await record.write(opened.value)
    state.set({ status: 'authenticated', user: opened.value })
    return ok(opened.value)
  }
