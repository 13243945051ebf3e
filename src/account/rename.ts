import { fail, ok } from '../lib/result.ts'
import type { Auth } from './account.ts'
import type { SessionStateStore } from '../session/session-state.ts'
import type { AuthDeps } from './deps.ts'
import { failureOf } from '../session/failures.ts'
import type { Identity } from '../session/tokens.ts'
import type { SessionRecord } from '../session/session-record.ts'

type Parts = { record: SessionRecord; state: SessionStateStore; identity: Identity }

/** Gives the signed-in coach another name: at the provider, then on this device, in every tab. */
export const createRename =
  ({ record, state, identity }: Parts, { tabs }: Pick<AuthDeps, 'tabs'>): Auth['rename'] =>
  async (name) => {
    const signedIn = await identity.current()
    if (!signedIn.ok) return signedIn
    const { user, provider } = signedIn.value
    const renamed = await provider.rename(name)
    if (!renamed.ok) return fail(failureOf('rename', renamed.error.kind))
    const stored = await record.read()
    // The coach may have signed out while the answer was on its way: that is not undone.
    if (stored?.user.userID !== user.userID) return ok(undefined)
    const { identityToken: _identity, expire, ...session } = renamed.value
    const next = { ...stored.user, ...session, expire: String(expire) }
    await record.write(next)
    state.set({ status: 'authenticated', user: next })
    tabs.announce()
    return ok(undefined)
  }
