import { locales } from '../config/locales.ts'
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

/** ms that a screen waits for the validation; a slow network does not keep a coach from the courses */
const timeout = 2500

/**
 * The session check (specification §4): on start and on each route change, where those that come faster than the
 * response share one request. Only a provider or product API that refuses the token ends a session; without network it
 * stays as it is.
 */
export const createSessionCheck = (
  { record, state, product, renewal, signOut, report }: Parts,
  { now, sleep, log, onSignedOut }: Pick<SessionDeps, 'now' | 'sleep' | 'log' | 'onSignedOut'>,
) => {
  const underWay = new Map<string, Promise<void>>()

  /** Validates a token at the product API. One that is refused gets one chance, as it may just have expired. */
  const validate = async (user: CurrentUser): Promise<void> => {
    if ((await product.isValid(user.accessToken)) !== false) return
    const renewed = await renewal.renew(user.userID, { fresh: true })
    if (renewed.ok && (await product.isValid(renewed.value.accessToken)) === false) await renewal.end(user)
  }

  /** The loyalty provider's token is looked at by its time alone, a pool's is validated whatever this device's clock says. */
  const look = async (user: CurrentUser): Promise<void> => {
    if (locales[user.locale].auth.kind === 'user-pool') return validate(user)
    if (Number(user.expire) <= now()) await renewal.renew(user.userID, { fresh: false })
  }

  /** Waits for work, but not for long, and never together with the same work of another caller. */
  const once = async (name: string, work: () => Promise<void>): Promise<void> => {
    const shared =
      underWay.get(name) ??
      work()
        .catch((error: unknown) => log.error('The session check failed.', { error: String(error) }))
        .finally(() => underWay.delete(name))
    underWay.set(name, shared)
    await Promise.race([shared, sleep(timeout)])
  }

  /** Nobody is signed in, or whose session it is rests until their deletion is finished or given up. */
  const setAnonymous = async (): Promise<void> => {
    const deletion = stageOf(await record.deletion())
    const before = state.get()
    // A tab that showed the session says why it ended. One that starts belongs to whoever opens it, perhaps much later.
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

  /** Whether the account of a stored session may be deleted already: only the tab that is deleting it shows it. */
  const isBeingDeleted = async (customer: string): Promise<boolean> => {
    if (state.get().status === 'authenticated') return false
    const deletion = await record.deletion()
    return deletion !== undefined && !isFinished(deletion) && deletion.customer === customer
  }

  const readRecord = async (): Promise<CurrentUser | undefined> => {
    const stored = await record.read()
    // The coach signed out, and the app was closed before the session had ended here.
    const isCutOff =
      state.get().status === 'authenticating' && (await record.unreportedSignOut()) !== undefined
    if (stored && isCutOff) await signOut()
    else if (stored && !stored.updated) await signOut('errorMessage.sessionExpired')
    else if (stored && !(await isBeingDeleted(stored.user.userID))) {
      state.set({ status: 'authenticated', user: stored.user })
      return stored.user
    }
    // Whose it was cannot be told: the coach signs in again.
    if (!stored && (await record.isUnreadable())) await signOut('errorMessage.sessionExpired')
    await setAnonymous()
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
    else await once('look', () => look(user))
    return state.get()
  }

  return {
    check,
    read,
    /** Before a token is handed out: the sign-in behind it may have been ended from another device. */
    validated: async (customer: string): Promise<void> => {
      const stored = await record.read()
      if (stored?.user.userID === customer) await once('validate', () => validate(stored.user))
    },
  }
}
