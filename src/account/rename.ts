import { ok } from '../lib/result.ts'
import type { SessionControl } from '../session/session.ts'
import type { Account } from './account.ts'

/** Renames the signed-in coach: at the provider, then on this device, in every tab. */
export const createRename =
  (session: SessionControl): Account['rename'] =>
  async (customer, name) => {
    const signedIn = await session.signedIn(customer)
    if (!signedIn.ok) return signedIn
    const renamed = await session.asCustomer(customer, 'rename', (provider) => provider.rename(name))
    if (!renamed.ok) return renamed
    await session.update(customer, renamed.value)
    return ok(undefined)
  }
