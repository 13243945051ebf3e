import type { LocaleCode } from '../config/locales.ts'
import type { AuthMessage } from './failures.ts'
import type { SessionStateStore } from './session-state.ts'
import type { AuthDeps } from '../account/deps.ts'
import type { ProductSession } from './product-session.ts'
import type { SessionRecord } from './session-record.ts'

type Parts = { record: SessionRecord; state: SessionStateStore; product: ProductSession }

/**
 * Ends a session: first on this device, at once and without network; then at the product API and the provider. What
 * cannot be told to them now is remembered and told later, because nobody but the server can delete its HttpOnly cookie.
 */
export const createLeaving = (
  { record, state, product }: Parts,
  { providerFor, tabs, log, onSignedOut }: Pick<AuthDeps, 'providerFor' | 'tabs' | 'log' | 'onSignedOut'>,
) => {
  let telling: Promise<void> | undefined

  const tell = async (locale: LocaleCode): Promise<void> => {
    const provider = await providerFor(locale)
    const [ended] = await Promise.all([product.end(), provider.ok && provider.value.signOut()])
    if (ended && provider.ok) await record.removeLeaving()
    else log.warn('The sign-out could not be told to the server yet.')
  }

  /** Tells the server about an earlier sign-out, where that is still to be done. */
  const finish = async (): Promise<void> => {
    const locale = await record.leaving()
    if (!locale) return
    telling ??= tell(locale).finally(() => {
      telling = undefined
    })
    await telling
  }

  /** Ends the session of this device; `ended` says why where it was not the coach's own wish. */
  const leave = async (ended?: AuthMessage): Promise<void> => {
    const stored = await record.read()
    if (stored) await record.writeLeaving(stored.user.locale)
    await record.remove()
    state.set({ status: 'anonymous', ...(ended && { ended }) })
    tabs.announce()
    await onSignedOut()
    await finish()
  }

  return { leave, finish }
}

export type Leaving = ReturnType<typeof createLeaving>
