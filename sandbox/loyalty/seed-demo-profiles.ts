import { demoAccounts, demoNames } from '../shared/demo-accounts.ts'
import type { AccountStore } from './account-store.ts'
import { makeAccount } from './make-account.ts'

/** Adds the missing demo accounts of the United States. Existing accounts keep a changed password. */
export const seedDemoProfiles = async (accounts: AccountStore) => {
  const missing = demoAccounts.filter(({ email, sourceId }) => sourceId && !accounts.byUsername(email))
  await Promise.all(
    missing.map(async ({ email, password, role, profileId }) => {
      const { firstName, lastName } = demoNames(role)
      const account = await makeAccount(
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
