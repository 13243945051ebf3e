import type { AccountStore } from './account-store.ts'
import type { Account } from './loyalty-state.ts'
import { matchesHash } from './password.ts'
import { refuse } from './refuse.ts'

/** consecutive wrong passwords that lock an account until its password is reset */
const maxWrongPasswords = 5

const assertUnlocked = ({ wrongPasswords }: Account) => {
  if (wrongPasswords >= maxWrongPasswords) throw refuse('accountLocked')
}

/**
 * Checks a password and returns the updated account. Refuses a wrong password, and every password while the
 * account is locked.
 */
export const checkPassword = async (
  accounts: AccountStore,
  account: Account,
  password: string,
): Promise<Account> => {
  assertUnlocked(account)
  const { ProfileID } = account.profile
  const isRight = await matchesHash(account.password, password)
  // Simultaneous guesses are checked in parallel, so the account may be locked by now.
  assertUnlocked(accounts.byProfileId(ProfileID) ?? account)
  await accounts.change(ProfileID, (current) => ({
    ...current,
    wrongPasswords: isRight ? 0 : current.wrongPasswords + 1,
  }))
  if (!isRight) throw refuse('passwordWrong')
  return accounts.byProfileId(ProfileID) ?? account
}
