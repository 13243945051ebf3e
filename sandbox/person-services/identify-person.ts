import { decodeJwt } from 'jose'
import type { UserPools } from '../user-pool/user-pools.ts'
import type { Identified, IdentifyPerson } from './person-caller.ts'

/** Reads identity tokens of the user pools; `loyal` knows the access tokens that stand for them at the loyalty provider. */
export const identifyPerson =
  (pools: UserPools, loyal: (accessToken: string) => Identified): IdentifyPerson =>
  async (token) => {
    const verified = await pools.byIssuer(claimedIssuer(token))?.issuer.verify(token)
    if (verified === undefined) return loyal(token)
    if (verified.kind === 'invalid') return verified
    const { sub, token_use: use } = verified.claims
    if (sub === undefined || use !== 'id') return { kind: 'invalid' }
    return verified.kind === 'expired' ? { kind: 'expired' } : { kind: 'valid', person: sub }
  }

const claimedIssuer = (token: string): string | undefined => {
  try {
    return decodeJwt(token).iss
  } catch {
    return undefined
  }
}
