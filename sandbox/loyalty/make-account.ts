import { randomInt, randomUUID } from 'node:crypto'
import type { LoyaltyProfile } from '../../src/contract/loyalty/loyalty-shapes.ts'
import type { Account } from './loyalty-state.ts'
import { hashSecret } from './password.ts'

/**
 * Creates an account for a profile. The ProfileID is a random number of twelve digits, unless one is given
 * for accounts that others refer to.
 */
export const makeAccount = async (
  { ProfileID, ...profile }: Omit<LoyaltyProfile, 'ProfileID'> & Partial<Pick<LoyaltyProfile, 'ProfileID'>>,
  password: string,
): Promise<Account> => {
  const Username = profile.Username.toLowerCase()
  return {
    profile: {
      ...profile,
      ProfileID: ProfileID ?? String(randomInt(100_000_000_000, 280_000_000_000)),
      Username,
      UserAccount: { ...profile.UserAccount, Username },
    },
    cULID: randomUUID(),
    password: await hashSecret(password),
    wrongPasswords: 0,
    resetsAsked: [],
  }
}
