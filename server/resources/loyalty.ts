import { fail, ok } from '../../src/lib/result.ts'
import type { DirectHandler } from '../api/handler.ts'
import type { LoyaltyVendor } from '../auth/loyalty-vendor.ts'
import type { SignIns } from '../auth/sign-ins.ts'
import type { StorageIdentities } from '../auth/storage-identities.ts'

type Deps = { vendor: LoyaltyVendor; signIns: SignIns; storageIdentities: StorageIdentities }

/** The calls for coaches of the loyalty provider: sign-up, sign-in, and access to the object store. */
export const createLoyalty = ({ vendor, signIns, storageIdentities }: Deps) => {
  const loyaltySignUp: DirectHandler<'loyaltySignUp'> = async (body) => ok(await vendor.signUp(body))

  const loyaltyLogin: DirectHandler<'loyaltyLogin'> = async (body) => {
    const passed = await vendor.login(body)
    if (passed.Type === 'SUCCESS') await signIns.recordLoyaltySignIn(passed.ProfileID, passed.AccessToken)
    return ok(passed)
  }

  const storageIdentity: DirectHandler<'storageIdentity'> = async ({ accessToken }, http) => {
    const verified = await signIns.verify('access', accessToken, http.get('session'))
    if (!verified.ok) return fail({ code: verified.error })
    const { customer, provider } = verified.value
    // A pool's coach already has an identity by the pool's own token. A second would hide their files.
    if (provider !== 'loyalty') return fail({ code: 'identity-refused' })
    return ok(await storageIdentities.getOpenIdToken(customer))
  }

  return { loyaltySignUp, loyaltyLogin, storageIdentity }
}
