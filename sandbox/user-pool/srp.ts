import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { AwsError } from '../aws-json/aws-error.ts'
import { g, hash, toBigInt, N, toPaddedBytes, power } from './srp-group.ts'

/*
 * The one-letter names in this file are those of RFC 5054. `A` is the public value of the client, `B` that of
 * the server, and `b` the secret of the server.
 */

/** The owner of a password. Cognito hashes the pool's name (the id without its region) before the user id. */
type Owner = { poolName: string; userId: string }

/**
 * Computes the stored verifier of a password: v = g^x, with a hash x of the password. The password cannot be
 * recovered from it.
 */
export const computePasswordVerifier = ({
  poolName,
  userId,
  password,
  salt,
}: Owner & { password: string; salt: bigint }) => {
  const x = toBigInt(hash(toPaddedBytes(salt), hash(`${poolName}${userId}:${password}`)))
  return power(g, x)
}

/** Returns the public value of a client. Throws InvalidParameterException for one that would be unsafe. */
export const parsePublicValue = (digits: string): bigint => {
  const A = BigInt(`0x${digits}`)
  // If A were 0 (mod N), the shared key would not depend on the password.
  if (A % N === 0n) throw new AwsError('InvalidParameterException', 'SRP_A is invalid')
  return A
}

/** Computes the server's public value B for a secret b. */
const computeServerPublicValue = (verifier: bigint, b: bigint): bigint => {
  const k = toBigInt(hash(toPaddedBytes(N), toPaddedBytes(g)))
  return (k * verifier + power(g, b)) % N
}

/** The values of one exchange with a client. */
type Exchange = { A: bigint; B: bigint; b: bigint; verifier: bigint }

/**
 * Computes the 16-byte key that the client can derive only if it knows the password. Cognito defines the
 * length and the text 'Caldera Derived Key'.
 */
export const computePasswordClaimKey = ({ A, B, b, verifier }: Exchange): Buffer => {
  const u = hash(toPaddedBytes(A), toPaddedBytes(B))
  const S = power(A * power(verifier, toBigInt(u)), b)
  return Buffer.from(
    hkdfSync('sha256', toPaddedBytes(S), toPaddedBytes(toBigInt(u)), 'Caldera Derived Key', 16),
  )
}

type Claim = Owner & { key: Buffer; secretBlock: string; timestamp: string }

/** Computes the expected PASSWORD_CLAIM_SIGNATURE for a key. */
export const computePasswordClaimSignature = ({
  poolName,
  userId,
  key,
  secretBlock,
  timestamp,
}: Claim): Buffer =>
  createHmac('sha256', key)
    .update(poolName)
    .update(userId)
    .update(Buffer.from(secretBlock, 'base64'))
    .update(timestamp)
    .digest()

/** The response of a client to a challenge, by Cognito's names. */
export type PasswordClaim = {
  PASSWORD_CLAIM_SECRET_BLOCK: string
  PASSWORD_CLAIM_SIGNATURE: string
  TIMESTAMP: string
}

/** Whether a signature proves that the client knows the password of its owner. */
export const verifyPasswordClaim = (exchange: Exchange, owner: Owner, claim: PasswordClaim): boolean => {
  const expected = computePasswordClaimSignature({
    ...owner,
    key: computePasswordClaimKey(exchange),
    secretBlock: claim.PASSWORD_CLAIM_SECRET_BLOCK,
    timestamp: claim.TIMESTAMP,
  })
  const signature = Buffer.from(claim.PASSWORD_CLAIM_SIGNATURE, 'base64')
  return signature.length === expected.length && timingSafeEqual(signature, expected)
}

type Challenge = { sub: string; verifier: bigint; A: bigint; B: bigint; b: bigint; expiresAt: number }

type ChallengeOptions = { lifetimeMs: number; now: () => number }

/** Stores the challenges that wait for a response. Each accepts only one response, correct or wrong. */
export const createSrpChallenges = ({ lifetimeMs, now }: ChallengeOptions) => {
  const challenges = new Map<string, Challenge>()

  const removeExpired = () => {
    for (const [secretBlock, { expiresAt }] of challenges)
      if (expiresAt <= now()) challenges.delete(secretBlock)
  }

  return {
    start({ sub, verifier, A }: Pick<Challenge, 'sub' | 'verifier' | 'A'>) {
      removeExpired()
      const secretBlock = randomBytes(64).toString('base64')
      const b = toBigInt(randomBytes(32))
      const B = computeServerPublicValue(verifier, b)
      challenges.set(secretBlock, { sub, verifier, A, B, b, expiresAt: now() + lifetimeMs })
      return { secretBlock, B }
    },
    /** Removes and returns a challenge, or returns undefined if it is unknown or has expired. */
    take(secretBlock: string): Challenge | undefined {
      removeExpired()
      const challenge = challenges.get(secretBlock)
      challenges.delete(secretBlock)
      return challenge
    },
  }
}
