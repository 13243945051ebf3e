import { randomInt } from 'node:crypto'
import { loyalty } from '../../../src/config/loyalty.ts'
import { loyaltyService } from '../../../src/contract/loyalty/loyalty.ts'
import { composeCodeEmail } from '../../mailbox/code-email.ts'
import { assertOwnProfile, type LoyaltyDeps } from '../loyalty-caller.ts'
import { createLoyaltyError } from '../loyalty-error.ts'
import type { Account } from '../loyalty-state.ts'
import { matchesHash, isStrongPassword, hashSecret } from '../password.ts'
import { verifyPassword } from '../verify-password.ts'
import { createSuccessResponse } from './responses.ts'

/** An hour, as the email with the token says. */
const resetLifetimeMs = 3_600_000
/** After this many wrong tries, a reset token is invalid. */
const maxWrongTries = 5
/** How many reset emails an account may request within `resetWindowMs`. */
const maxResetRequests = 5
/** The four minutes that the screens count down (specification §4). */
const resetWindowMs = 4 * 60_000

/** Creates the endpoints that change a known password or replace a forgotten one. */
export const createPasswordCalls = ({
  createEndpoint,
  accounts,
  sessions,
  deliverEmail,
  now,
}: LoyaltyDeps) => {
  const { calls } = loyaltyService

  /** Replaces a password and ends every session of the account, except one. */
  const setPassword = async ({ profile }: Account, password: string, exceptSessionId?: string) => {
    const hash = await hashSecret(password)
    await accounts.change(profile.ProfileID, ({ reset: _used, ...current }) => ({
      ...current,
      password: hash,
      wrongPasswords: 0,
    }))
    await sessions.endAll(profile.ProfileID, exceptSessionId)
  }

  /** Throws unless the token is valid. Counts a wrong try. */
  const assertResetToken = async ({ profile, reset }: Account, token: string) => {
    if (!reset || reset.expiresAt <= now() || reset.wrongTries >= maxWrongTries) {
      throw createLoyaltyError('resetTokenExpired')
    }
    if (await matchesHash(reset.token, token)) return
    // A newer email, or a change of the password, may have replaced the token during the check.
    await accounts.change(profile.ProfileID, (current) =>
      current.reset?.token === reset.token
        ? { ...current, reset: { ...current.reset, wrongTries: current.reset.wrongTries + 1 } }
        : current,
    )
    throw createLoyaltyError('resetTokenWrong')
  }

  return {
    updatePassword: createEndpoint(
      calls.updatePassword,
      async ({ Username, CurrentPassword, NewPassword }, user) => {
        const { account, session } = user
        assertOwnProfile(user)
        if (Username.toLowerCase() !== account.profile.Username) throw createLoyaltyError('otherProfile')
        await verifyPassword(accounts, account, CurrentPassword)
        if (!isStrongPassword(NewPassword)) throw createLoyaltyError('passwordWeak')
        await setPassword(account, NewPassword, session.id)
        return createSuccessResponse(account)
      },
    ),

    userExists: createEndpoint(calls.userExists, ({ Username }) => ({
      Type: 'SUCCESS' as const,
      cULID: accounts.requireByUsername(Username).cULID,
    })),

    forgotPassword: createEndpoint(calls.forgotPassword, async ({ DataSourceID, Username }) => {
      const { profile, cULID, resetsAsked: requestTimes } = accounts.requireByUsername(Username)
      const recentRequestTimes = requestTimes.filter((requestedAt) => requestedAt > now() - resetWindowMs)
      if (recentRequestTimes.length >= maxResetRequests) throw createLoyaltyError('tooManyRequests')
      const token = String(randomInt(1_000_000)).padStart(6, '0')
      const reset = { token: await hashSecret(token), expiresAt: now() + resetLifetimeMs, wrongTries: 0 }
      await accounts.change(profile.ProfileID, (current) => ({
        ...current,
        reset,
        resetsAsked: [...recentRequestTimes, now()],
      }))
      const language = DataSourceID === loyalty.sourceIds.es ? 'es' : 'en'
      await deliverEmail({ to: profile.Username, ...composeCodeEmail(language, 'reset', token) })
      return { Type: 'SUCCESS' as const, cULID }
    }),

    resetPassword: createEndpoint(calls.resetPassword, async ({ Username, Password, ResetToken, cULID }) => {
      const account = accounts.requireByUsername(Username)
      if (account.cULID !== cULID) throw createLoyaltyError('resetTokenWrong')
      await assertResetToken(account, ResetToken)
      if (!isStrongPassword(Password)) throw createLoyaltyError('passwordWeak')
      await setPassword(account, Password)
      return createSuccessResponse(account)
    }),
  }
}
