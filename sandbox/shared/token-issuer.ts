import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { SigningKey } from './signing-key.ts'

/** The outcome of verifying a token. An expired token has a valid signature. */
export type TokenVerification =
  | { kind: 'valid'; claims: JWTPayload }
  | { kind: 'expired'; claims: JWTPayload }
  | { kind: 'invalid' }

type Options = { issuer: string; getKey: () => Promise<SigningKey>; now: () => number }

/** Signs tokens as one issuer and verifies them. */
export const createTokenIssuer = ({ issuer, getKey, now }: Options) => {
  const sign = async (claims: JWTPayload, lifetimeSeconds: number): Promise<string> => {
    const { id, privateKey } = await getKey()
    const issuedAt = Math.floor(now() / 1000)
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: id })
      .setIssuer(issuer)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + lifetimeSeconds)
      .sign(privateKey)
  }

  const verify = async (token: string): Promise<TokenVerification> => {
    const { publicKey } = await getKey()
    try {
      const options = { issuer, algorithms: ['RS256'], currentDate: new Date(now()) }
      const { payload } = await jwtVerify(token, publicKey, options)
      return { kind: 'valid', claims: payload }
    } catch (error) {
      // jose checks the signature first, so an expired token is certainly from this issuer.
      return error instanceof errors.JWTExpired
        ? { kind: 'expired', claims: error.payload }
        : { kind: 'invalid' }
    }
  }

  return { issuer, sign, verify }
}

export type TokenIssuer = ReturnType<typeof createTokenIssuer>
