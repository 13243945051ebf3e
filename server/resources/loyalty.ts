import { fail, ok } from '../../src/lib/result.ts'
import type { DirectHandler } from '../api/handler.ts'
import type { LoyaltyVendor } from '../auth/loyalty-vendor.ts'
import type { SignIns } from '../auth/sign-ins.ts'
import type { StorageIdentities } from '../auth/storage-identities.ts'

type Deps = { vendor: LoyaltyVendor; signIns: SignIns; storageIdentities: StorageIdentities }

/**
 * Handles the calls for coaches of the loyalty provider: sign-up, sign-in, and access to the object store.
 */
export const createLoyalty = ({ vendor, signIns, storageIdentities }: Deps) => {
  const loyaltySignUp: DirectHandler<'loyaltySignUp'> = async (body) => ok(await vendor.signUp(body))

  const loyaltyLogin: DirectHandler<'loyaltyLogin'> = async (body) => {
    const response = await vendor.login(body)
    if (response.Type === 'SUCCESS') {
      await signIns.recordLoyaltySignIn(response.ProfileID, response.AccessToken)
    }
    return ok(response)
  }

  const storageIdentity: DirectHandler<'storageIdentity'> = async ({ accessToken }, http) => {
    const verified = await signIns.verify('access', accessToken, http.get('session'))
    if (!verified.ok) return fail({ code: verified.error })
    const { customer, provider } = verified.value
    // A coach of a user pool already has a storage identity. A second one would not see their files.
    if (provider !== 'loyalty') return fail({ code: 'identity-refused' })
    return ok(await storageIdentities.getOpenIdToken(customer))
  }

  return { loyaltySignUp, loyaltyLogin, storageIdentity }
}
