import { fail, ok } from '../../src/lib/result.ts'
import type { SignIns } from '../auth/sign-ins.ts'
import type { StorageIdentities } from '../auth/storage-identities.ts'
import type { DirectHandler } from '../api/handler.ts'

/** The call that gives coaches of the loyalty provider access to the object store. */
export const createStorage = ({
  signIns,
  storageIdentities,
}: {
  signIns: SignIns
  storageIdentities: StorageIdentities
}) => {
  const storageIdentity: DirectHandler<'storageIdentity'> = async ({ accessToken }, http) => {
    const verified = await signIns.verify('access', accessToken, http.get('session'))
    if (!verified.ok) return fail({ code: verified.error })
    const { customer, provider } = verified.value
    // A pool's coach already has an identity by the pool's own token. A second would hide their files.
    if (provider !== 'loyalty') return fail({ code: 'identity-refused' })
    return ok(await storageIdentities.vouch(customer))
  }

  return { storageIdentity }
}
