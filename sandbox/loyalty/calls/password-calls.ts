import { randomInt } from 'node:crypto'
import { loyaltyService } from '../../../src/contract/loyalty/loyalty.ts'
import { loyalty } from '../../../src/config/loyalty.ts'
import { composeCodeEmail } from '../../mailbox/code-email.ts'
import { checkPassword } from '../check-password.ts'
import { assertOwn, type LoyaltyDeps } from '../loyalty-caller.ts'
import type { Account } from '../loyalty-state.ts'
import { matchesHash, isStrongPassword, hashSecret } from '../password.ts'
import { refuse } from '../refuse.ts'
import { done } from './responses.ts'

/** ms for which a reset token is valid */
const resetLifetimeMs = 3_600_000
/** wrong tries after which a reset token becomes invalid */
const triesAllowed = 5
/** reset emails within the four minutes that the screens count down (specification §4) */
const resetsAllowed = 5
const resetWindowMs = 4 * 60_000

/** The calls that change a known password or replace a forgotten one. */
export const passwordCalls = ({ on, accounts, sessions, deliver, now }: LoyaltyDeps) => {
  const { calls } = loyaltyService

  const setPassword = async ({ profile }: Account, password: string, but?: string) => {
    const hashed = await hashSecret(password)
    await accounts.change(profile.ProfileID, ({ reset: _used, ...current }) => ({
      ...current,
      password: hashed,
      wrongPasswords: 0,
    }))
    await sessions.endAllOf(profile.ProfileID, but)
  }

  const checkResetToken = async ({ profile, reset }: Account, token: string) => {
    if (!reset || reset.expiresAt <= now() || reset.wrongTries >= triesAllowed) {
      throw refuse('resetTokenExpired')
    }
    if (await matchesHash(reset.token, token)) return
    await accounts.change(profile.ProfileID, (current) => ({
      ...current,
      reset: { ...reset, wrongTries: (current.reset?.wrongTries ?? 0) + 1 },
    }))
    throw refuse('resetTokenWrong')
  }

  return {
    updatePassword: on(
      calls.updatePassword,
      async ({ Username, CurrentPassword, NewPassword }, { account, session, expired }) => {
        assertOwn({ account, session, expired })
        if (Username.toLowerCase() !== account.profile.Username) throw refuse('otherProfile')
        await checkPassword(accounts, account, CurrentPassword)
        if (!isStrongPassword(NewPassword)) throw refuse('passwordWeak')
        await setPassword(account, NewPassword, session.id)
        return done(account)
      },
    ),

    userExists: on(calls.userExists, ({ Username }) => ({
      Type: 'SUCCESS' as const,
      cULID: accounts.known(Username).cULID,
    })),

    forgotPassword: on(calls.forgotPassword, async ({ DataSourceID, Username }) => {
      const { profile, cULID, resetsAsked } = accounts.known(Username)
      const recent = resetsAsked.filter((at) => at > now() - resetWindowMs)
      if (recent.length >= resetsAllowed) throw refuse('tooManyRequests')
      const token = String(randomInt(1_000_000)).padStart(6, '0')
      const reset = { token: await hashSecret(token), expiresAt: now() + resetLifetimeMs, wrongTries: 0 }
      await accounts.change(profile.ProfileID, (current) => ({
        ...current,
        reset,
        resetsAsked: [...recent, now()],
      }))
      const language = DataSourceID === loyalty.sourceIds.es ? 'es' : 'en'
      await deliver({ to: profile.Username, ...composeCodeEmail(language, 'reset', token) })
      return { Type: 'SUCCESS' as const, cULID }
    }),

    resetPassword: on(calls.resetPassword, async ({ Username, Password, ResetToken, cULID }) => {
      const account = accounts.known(Username)
      if (account.cULID !== cULID) throw refuse('resetTokenWrong')
      await checkResetToken(account, ResetToken)
      if (!isStrongPassword(Password)) throw refuse('passwordWeak')
      await setPassword(account, Password)
      return done(account)
    }),
  }
}
