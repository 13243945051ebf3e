import type { Account } from '../loyalty-state.ts'

type Tokens = { AccessToken: string; RefreshToken: string; Expires: number }

/** What sign-up, sign-in and refresh answer. */
export const signInAnswer = ({ profile }: Account, tokens: Tokens) => ({
  Type: 'SUCCESS' as const,
  ProfileID: profile.ProfileID,
  ...tokens,
  VerifiedStatusFlag: profile.UserAccount.AccountVerify,
})

/** What calls answer that have nothing to tell. */
export const done = ({ profile }: Account) => ({ Type: 'SUCCESS' as const, ProfileID: profile.ProfileID })
