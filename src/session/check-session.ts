import { locales } from '../config/locales.ts'
import type { CurrentUser } from './current-user.ts'
import type { AuthFailure } from './failures.ts'
import type { ProductSession } from './product-session.ts'
import type { SessionRecord } from './session-record.ts'
import type { SessionStateStore } from './session-state.ts'
import type { SessionDeps, SessionState } from './session.ts'
import type { SignOut } from './sign-out.ts'

type Parts = SignOut & {
  record: SessionRecord
  state: SessionStateStore
  product: ProductSession
}

/** ms that a screen waits for the validation; a slow network does not keep a coach from the courses */
const timeout = 2500

/** What a check found; `unknown` when the network lost the response. */
type Verdict = 'valid' | 'invalid' | 'unknown'

/** Provider and product API each have a message of their own for an identity that is no longer valid. */
const isOver = ({ message }: AuthFailure): boolean =>
  message === 'errorMessage.sessionExpired' || message === 'error.signInNeeded'

/**
 * The session check (specification §4): on start and on each route change, where those that come faster than the
 * response share one request. Only a provider or product API that refuses the token ends a session; without network it
 * stays as it is.
 */
export const createSessionCheck = (
  { record, state, product, signOut, report }: Parts,
  { now, sleep, log, onSignedOut }: Pick<SessionDeps, 'now' | 'sleep' | 'log' | 'onSignedOut'>,
) => {
  let validating: Promise<void> | undefined

  /**
   * Validates a token: the loyalty provider's by its time alone, a pool's at the product API, whatever this device's
   * clock says. One that was refused gets one chance, as it may just have expired.
   */
  const judge = async (user: CurrentUser): Promise<Verdict> => {
    const expired = Number(user.expire) <= now()
    const byTime = locales[user.locale].auth.kind === 'loyalty'
    if (byTime && !expired) return 'valid'
    const valid = byTime ? false : await product.isValid(user.accessToken)
    if (valid !== false) return valid ? 'valid' : 'unknown'
    const renewed = await product.renew(user, !byTime)
    if (!renewed.ok) return isOver(renewed.error) ? 'invalid' : 'unknown'
    if (byTime) return 'valid'
    const stillRefused = (await product.isValid(renewed.value.accessToken)) === false
    return stillRefused ? 'invalid' : 'valid'
  }

  const validate = async (user: CurrentUser): Promise<void> => {
    const verdict = await judge(user)
    if (verdict !== 'invalid') return
    // In the meantime the coach may have signed out, or in again.
    const stored = await record.read()
    if (stored?.user.userID === user.userID) await signOut('errorMessage.sessionExpired')
  }

  const validateOnce = (user: CurrentUser): Promise<void> => {
    validating ??= validate(user)
      .catch((error: unknown) => log.error('The session check failed.', { error: String(error) }))
      .finally(() => {
        validating = undefined
      })
    return validating
  }

  const readRecord = async (): Promise<CurrentUser | undefined> => {
    const stored = await record.read()
    if (stored?.updated) {
      state.set({ status: 'authenticated', user: stored.user })
      return stored.user
    }
    if (stored) await signOut('errorMessage.sessionExpired')
    if (state.get().status !== 'anonymous') state.set({ status: 'anonymous' })
    return undefined
  }

  /**
   * Sets the state from the record, without network. Where that is another customer's by now, or nobody's, what was cached
   * for the one before is discarded.
   */
  const read = async (): Promise<CurrentUser | undefined> => {
    const before = state.get()
    const user = await readRecord()
    if (before.status === 'authenticated' && before.user.userID !== user?.userID) await onSignedOut()
    return user
  }

  const check = async (): Promise<SessionState> => {
    const user = await read()
    if (!user) report().catch((error: unknown) => log.warn('The sign-out failed.', { error: String(error) }))
    else await Promise.race([validateOnce(user), sleep(timeout)])
    return state.get()
  }

  return { check, read }
}
