import type { AccountStore } from './account-store.ts'
import { createLoyaltyError } from './loyalty-error.ts'
import type { Account } from './loyalty-state.ts'
import { matchesHash } from './password.ts'

/** After this many consecutive wrong passwords, an account is locked until its password is reset. */
const maxWrongPasswords = 5

const assertUnlocked = ({ wrongPasswords }: Account) => {
  if (wrongPasswords >= maxWrongPasswords) throw createLoyaltyError('accountLocked')
}

/**
 * Verifies a password and returns the updated account. Throws for a wrong password, and for every password
 * while the account is locked.
 */
export const verifyPassword = async (
  accounts: AccountStore,
  account: Account,
  password: string,
): Promise<Account> => {
  assertUnlocked(account)
  const { ProfileID: profileId } = account.profile
  const isCorrect = await matchesHash(account.password, password)
  // Simultaneous guesses run in parallel, so another one may have locked the account during the hash.
  assertUnlocked(accounts.findByProfileId(profileId) ?? account)
  await accounts.change(profileId, (current) => ({
    ...current,
    wrongPasswords: isCorrect ? 0 : current.wrongPasswords + 1,
  }))
  if (!isCorrect) throw createLoyaltyError('passwordWrong')
  return accounts.findByProfileId(profileId) ?? account
}
