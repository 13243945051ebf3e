import { randomInt, randomUUID } from 'node:crypto'
import type { LoyaltyProfile } from '../../src/contract/loyalty/loyalty-schemas.ts'
import { demoAccounts, createDemoNames } from '../shared/demo-accounts.ts'
import type { AccountStore } from './account-store.ts'
import type { Account } from './loyalty-state.ts'
import { hashSecret } from './password.ts'

/**
 * Creates an account for a profile. Only demo accounts have a ProfileID already, because the environment of the
 * product API lists those of the admins. Other accounts get a random number of twelve digits, below the numbers
 * of the demo accounts, so that they cannot collide.
 */
export const createAccount = async (
  { ProfileID, ...profile }: Omit<LoyaltyProfile, 'ProfileID'> & Partial<Pick<LoyaltyProfile, 'ProfileID'>>,
  password: string,
): Promise<Account> => {
  const username = profile.Username.toLowerCase()
  return {
    profile: {
      ...profile,
      ProfileID: ProfileID ?? String(randomInt(100_000_000_000, 280_000_000_000)),
      Username: username,
      UserAccount: { ...profile.UserAccount, Username: username },
    },
    cULID: randomUUID(),
    password: await hashSecret(password),
    wrongPasswords: 0,
    resetsAsked: [],
  }
}

/**
 * Adds the missing demo accounts of the loyalty provider, which have a `sourceId`. Existing accounts keep a
 * changed password.
 */
export const seedDemoAccounts = async (accounts: AccountStore) => {
  const missingAccounts = demoAccounts.filter(
    ({ email, sourceId }) => sourceId && !accounts.findByUsername(email),
  )
  await Promise.all(
    missingAccounts.map(async ({ email, password, role, profileId }) => {
      const { firstName, lastName } = createDemoNames(role)
      const account = await createAccount(
        {
          ...(profileId !== undefined && { ProfileID: profileId }),
          Username: email,
          FirstName: firstName,
          LastName: lastName,
          Emails: [{ EmailAddress: email, ChannelCode: 'EMAIL', PreferredFlag: 'Y', Status: 'A' }],
          Address: { Country: 'US' },
          UserAccount: { Username: email, AccountVerify: 'Y', AccountVerifyDate: '21/11/2026' },
          CustomAttributes: { FIRST_NAME: firstName, LAST_NAME: lastName },
          PromotionResponses: [],
          SurveyProfileResponses: [],
        },
        password,
      )
      await accounts.add(account)
    }),
  )
}
