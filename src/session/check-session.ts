import { locales } from '../config/locales.ts'
import { singleFlight } from '../lib/async/single-flight.ts'
import { withTimeLimit } from '../lib/async/time-limit.ts'
import { isFinished, stageOf } from './deletion.ts'
import type { CurrentUser } from './current-user.ts'
import type { ProductSession } from './product-session.ts'
import type { Renewal } from './renewal.ts'
import type { SessionRecord } from './session-record.ts'
import type { SessionStateStore } from './session-state.ts'
import type { SessionDeps, SessionState } from './session.ts'
import type { SignOut } from './sign-out.ts'

type Parts = SignOut & {
  record: SessionRecord
  state: SessionStateStore
  product: ProductSession
  renewal: Renewal
}

/**
 * In ms. The longest time that a screen waits for the validation, so that a slow network does not keep a
 * coach from the courses.
 */
const timeout = 2500

/**
 * The session check (specification §4). Runs on start and on each route change; checks that start before the
 * response share one request. A session ends only if the provider or the product API refuses its token.
 * Without network it stays as it is.
 */
export const createSessionCheck = (
  { record, state, product, renewal, signOut, report }: Parts,
  { now, sleep, log, eraseAtSignOut }: Pick<SessionDeps, 'now' | 'sleep' | 'log' | 'eraseAtSignOut'>,
) => {
  /** Validates a token at the product API. A refused token is renewed once, as it may just have expired. */
  const validate = async (user: CurrentUser): Promise<void> => {
    if ((await product.isValid(user.accessToken)) !== false) return
    const renewed = await renewal.renew(user.userID, { fresh: true })
    if (renewed.ok && (await product.isValid(renewed.value.accessToken)) === false) await renewal.end(user)
  }

  /**
   * Checks a token of the loyalty provider by its expiry time only. A user pool's token is validated,
   * whatever this device's clock shows.
   */
  const checkToken = async (user: CurrentUser): Promise<void> => {
    if (locales[user.locale].auth.kind === 'user-pool') return validate(user)
    if (Number(user.expire) <= now()) await renewal.renew(user.userID, { fresh: false })
  }

  const share = singleFlight((_name: 'check' | 'validate', work: () => Promise<void>) =>
    work().catch((error: unknown) => log.error('The session check failed.', { error: String(error) })),
  )
  /** Shares work between concurrent callers of the same name, and waits for it no longer than `timeout`. */
  const once = (...work: Parameters<typeof share>) => withTimeLimit(share(...work), timeout, sleep)

  /**
   * Sets the anonymous state: nobody is signed in, or the session is suspended until the customer's deletion
   * is finished or cancelled.
   */
  const setAnonymous = async (): Promise<void> => {
    const deletion = stageOf(await record.deletion())
    const before = state.get()
    // A tab that showed the session shows why it ended. A new tab may belong to another person.
    const ended = before.status === 'authenticated' ? await record.ended() : undefined
    const shown = before.status === 'anonymous' ? before.ended : ended
    const left = before.status === 'anonymous' && before.left
    state.set({
      status: 'anonymous',
      ...(shown && { ended: shown }),
      ...(left && { left }),
      ...(deletion && { deletion }),
    })
  }

  /**
   * Whether the account of a stored session may already be deleted. Only the tab that deletes the account
   * still shows the session.
   */
  const isBeingDeleted = async (customer: string): Promise<boolean> => {
    if (state.get().status === 'authenticated') return false
    const deletion = await record.deletion()
    return deletion !== undefined && !isFinished(deletion) && deletion.customer === customer
  }

  const readRecord = async (): Promise<CurrentUser | undefined> => {
    const stored = await record.read()
    // The coach signed out, and the app closed before the sign-out was complete on this device.
    const isCutOff =
      state.get().status === 'authenticating' && (await record.unreportedSignOut()) !== undefined
    if (stored && isCutOff) await signOut()
    else if (stored && !stored.updated) await signOut('errorMessage.sessionExpired')
    else if (stored && !(await isBeingDeleted(stored.user.userID))) {
      state.set({ status: 'authenticated', user: stored.user })
      return stored.user
    }
    // The record is deleted before the cached results: they may still be there.
    if (!stored && isCutOff) await eraseAtSignOut()
    // The customer of an unreadable record is unknown, so the coach has to sign in again.
    if (!stored && (await record.isUnreadable())) await signOut('errorMessage.sessionExpired')
    await setAnonymous()
    return undefined
  }

  /**
   * Sets the state from the record, without network. Discards the caches of the previous customer if another
   * customer or nobody is signed in now.
   */
  const read = async (): Promise<CurrentUser | undefined> => {
    const before = state.get()
    const user = await readRecord()
    if (before.status === 'authenticated' && before.user.userID !== user?.userID) await eraseAtSignOut()
    return user
  }

  const check = async (): Promise<SessionState> => {
    const user = await read()
    if (!user) report().catch((error: unknown) => log.warn('The sign-out failed.', { error: String(error) }))
    else await once('check', () => checkToken(user))
    return state.get()
  }

  return {
    check,
    read,
    /** Validates before a token is handed out: another device may have ended the sign-in behind it. */
    validated: async (customer: string): Promise<void> => {
      const stored = await record.read()
      if (stored?.user.userID === customer) await once('validate', () => validate(stored.user))
    },
  }
}
