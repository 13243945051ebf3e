import type { Account } from '../loyalty-state.ts'

type Tokens = { AccessToken: string; RefreshToken: string; Expires: number }

/** Creates the response of sign-up, sign-in and refresh. */
export const createTokensResponse = ({ profile }: Account, tokens: Tokens) => ({
  Type: 'SUCCESS' as const,
  ProfileID: profile.ProfileID,
  ...tokens,
  VerifiedStatusFlag: profile.UserAccount.AccountVerify,
})

/** Creates the response of calls that only store data. */
export const createSuccessResponse = ({ profile }: Account) => ({
  Type: 'SUCCESS' as const,
  ProfileID: profile.ProfileID,
})
