import { ok } from '../../src/lib/result.ts'
import type { DirectHandler } from '../api/handler.ts'
import type { LoyaltyVendor } from '../auth/loyalty-vendor.ts'
import type { SignIns } from '../auth/sign-ins.ts'

/** Makes the sign-up and sign-in calls to the loyalty provider for browsers. */
export const createLoyaltyVendorCalls = ({
  vendor,
  signIns,
}: {
  vendor: LoyaltyVendor
  signIns: SignIns
}) => {
  const loyaltySignUp: DirectHandler<'loyaltySignUp'> = async (body) => ok(await vendor.signUp(body))

  const loyaltyLogin: DirectHandler<'loyaltyLogin'> = async (body) => {
    const passed = await vendor.login(body)
    if (passed.Type === 'SUCCESS') await signIns.noteLoyalty(passed.ProfileID, passed.AccessToken)
    return ok(passed)
  }

  return { loyaltySignUp, loyaltyLogin }
}
