import type { LoyaltyProfile } from '../../src/contract/loyalty/loyalty-shapes.ts'
import type { JsonFile } from '../shared/json-file.ts'
import type { Account, LoyaltyState } from './loyalty-state.ts'
import { refuse } from './refuse.ts'

/** The accounts of the provider. A user name is an email address and its letter case does not matter. */
export const createAccountStore = (file: JsonFile<LoyaltyState>) => {
  const byProfileId = (profileId: string): Account | undefined =>
    Object.hasOwn(file.content.accounts, profileId) ? file.content.accounts[profileId] : undefined

  const byUsername = (name: string): Account | undefined =>
    Object.values(file.content.accounts).find(({ profile }) => profile.Username === name.toLowerCase())

  const put = (account: Account) =>
    file.change((state) => ({
      ...state,
      accounts: { ...state.accounts, [account.profile.ProfileID]: account },
    }))

  return {
    byProfileId,
    byUsername,
    /** The account of a name, or the refusal that there is none. */
    known(name: string): Account {
      const account = byUsername(name)
      if (!account) throw refuse('userUnknown')
      return account
    },
    /** Refuses a name that is taken, also where two sign-ups come at the same moment. */
    add: async (account: Account) => {
      if (byUsername(account.profile.Username)) throw refuse('emailExists')
      await put(account)
    },
    /** Changes the account as stored now, not as a caller read it before waiting for something. */
    change: async (profileId: string, update: (account: Account) => Account) => {
      const account = byProfileId(profileId)
      if (account) await put(update(account))
    },
    changeProfile: async (
      profileId: string,
      update: (profile: LoyaltyProfile) => Partial<LoyaltyProfile>,
    ) => {
      const account = byProfileId(profileId)
      if (account) await put({ ...account, profile: { ...account.profile, ...update(account.profile) } })
    },
  }
}
export type AccountStore = ReturnType<typeof createAccountStore>
