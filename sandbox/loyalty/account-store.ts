import type { LoyaltyProfile } from '../../src/contract/loyalty/loyalty-schemas.ts'
import type { JsonFile } from '../shared/json-file.ts'
import { createLoyaltyError } from './loyalty-error.ts'
import type { Account, LoyaltyState } from './loyalty-state.ts'

/** Stores the accounts of the provider. A user name is an email address; its case does not matter. */
export const createAccountStore = (file: JsonFile<LoyaltyState>) => {
  const findByProfileId = (profileId: string): Account | undefined =>
    Object.hasOwn(file.content.accounts, profileId) ? file.content.accounts[profileId] : undefined

  const findByUsername = (name: string): Account | undefined =>
    Object.values(file.content.accounts).find(({ profile }) => profile.Username === name.toLowerCase())

  const put = (account: Account) =>
    file.change((state) => ({
      ...state,
      accounts: { ...state.accounts, [account.profile.ProfileID]: account },
    }))

  return {
    findByProfileId,
    findByUsername,
    /** Returns the account of a user name. Throws if there is none. */
    requireByUsername(name: string): Account {
      const account = findByUsername(name)
      if (!account) throw createLoyaltyError('userUnknown')
      return account
    },
    /**
     * Adds an account. Throws for a user name that exists, even if two sign-ups arrive at the same time:
     * `put` changes the content of `file` synchronously.
     */
    add: async (account: Account) => {
      if (findByUsername(account.profile.Username)) throw createLoyaltyError('emailExists')
      await put(account)
    },
    /** Changes the stored account, which may be newer than what the caller read before an `await`. */
    change: async (profileId: string, update: (account: Account) => Account) => {
      const account = findByProfileId(profileId)
      if (account) await put(update(account))
    },
    changeProfile: async (
      profileId: string,
      update: (profile: LoyaltyProfile) => Partial<LoyaltyProfile>,
    ) => {
      const account = findByProfileId(profileId)
      if (account) await put({ ...account, profile: { ...account.profile, ...update(account.profile) } })
    },
  }
}
export type AccountStore = ReturnType<typeof createAccountStore>
