import type { Services } from '../../../app/services/services.ts'
import type { SignedInUser } from '../../-guards.ts'

/**
 * Whether this device has something that another person would lose: their work, a sign-up, the deletion of
 * their account, or a session that they started meanwhile in another tab.
 */
const isNeededByOthers = async ({ session, device }: Services, user: SignedInUser): Promise<boolean> => {
  if (await device.hasWorkOfOthers(user.userID)) return true
  if (await session.account.hasSignUpOfOther(user)) return true
  if ((await session.deletion()) !== undefined) return true
  const signedIn = await session.signedIn(user.userID)
  return !signedIn.ok && signedIn.error.message === 'error.otherCustomer'
}

/**
 * Deletes what this device has of a coach. If no other person needs the rest, deletes that too, so that the
 * next visit is like the first. If the tab slept while another coach signed in, deletes nothing and resolves
 * to false.
 */
export const eraseFromDevice = (services: Services, user: SignedInUser): Promise<boolean> => {
  const { session, device, uploads } = services
  // A renewal meanwhile would store the session again.
  return session.withoutRenewal(async () => {
    const isOver = await session.signOut(user.userID, {
      before: uploads.client.of(user.userID).clear,
      // At once: the screens have left, and a coach who hands the phone on does not wait for the server.
      onEnded: () => device.forgetCustomer(user.userID),
    })
    if (!isOver) return false
    if (!(await isNeededByOthers(services, user))) await device.erase()
    return true
  })
}
