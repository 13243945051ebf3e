import { fail, ok } from '../lib/result.ts'
import { failureOf } from '../session/failures.ts'
import type { SessionControl } from '../session/session.ts'
import type { Account } from './account.ts'

/** Gives the signed-in coach another name: at the provider, then on this device, in every tab. */
export const createRename =
  (session: SessionControl): Account['rename'] =>
  async (name) => {
    const signedIn = await session.signedIn()
    if (!signedIn.ok) return signedIn
    const { user, provider } = signedIn.value
    const renamed = await provider.rename(name)
    if (!renamed.ok) return fail(failureOf('rename', renamed.error.kind))
    await session.update(user.userID, renamed.value)
    return ok(undefined)
  }
