import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { g, hash, integer, N, padded, power } from './srp-group.ts'

/** The owner of a password. Cognito hashes the pool's name (the id without its region) before the user id. */
type Owner = { poolName: string; userId: string }

/** The stored verifier of a password: v = g^x. The password cannot be recovered from it. */
export const passwordVerifier = ({
  poolName,
  userId,
  password,
  salt,
}: Owner & { password: string; salt: bigint }) => {
  const x = integer(hash(padded(salt), hash(`${poolName}${userId}:${password}`)))
  return power(g, x)
}

/** The server's public value B for a secret b. */
const serverPublicValue = (verifier: bigint, b: bigint): bigint => {
  const k = integer(hash(padded(N), padded(g)))
  return (k * verifier + power(g, b)) % N
}

type Exchange = { A: bigint; B: bigint; b: bigint; verifier: bigint }

/** The 16-byte key that the client can derive only if it knows the password. */
export const passwordClaimKey = ({ A, B, b, verifier }: Exchange): Buffer => {
  const u = hash(padded(A), padded(B))
  const S = power(A * power(verifier, integer(u)), b)
  return Buffer.from(hkdfSync('sha256', padded(S), padded(integer(u)), 'Caldera Derived Key', 16))
}

type Claim = Owner & { key: Buffer; secretBlock: string; timestamp: string }

/** The expected PASSWORD_CLAIM_SIGNATURE for a key. */
export const passwordClaimSignature = ({ poolName, userId, key, secretBlock, timestamp }: Claim): Buffer =>
  createHmac('sha256', key)
    .update(poolName)
    .update(userId)
    .update(Buffer.from(secretBlock, 'base64'))
    .update(timestamp)
    .digest()

/** Cognito's AuthSessionValidity: the response must arrive within three minutes. */
const challengeLifetimeMs = 3 * 60_000

type Challenge = { sub: string; verifier: bigint; A: bigint; B: bigint; b: bigint; expiresAt: number }

/** Issued challenges without a response. Each accepts one response, right or wrong. */
export const createSrpChallenges = (now: () => number) => {
  const open = new Map<string, Challenge>()

  const forgetExpired = () => {
    for (const [secretBlock, { expiresAt }] of open) if (expiresAt <= now()) open.delete(secretBlock)
  }

  return {
    start({ sub, verifier, A }: Pick<Challenge, 'sub' | 'verifier' | 'A'>) {
      forgetExpired()
      const secretBlock = randomBytes(64).toString('base64')
      const b = integer(randomBytes(32))
      const B = serverPublicValue(verifier, b)
      open.set(secretBlock, { sub, verifier, A, B, b, expiresAt: now() + challengeLifetimeMs })
      return { secretBlock, B }
    },
    take(secretBlock: string): Challenge | undefined {
      forgetExpired()
      const challenge = open.get(secretBlock)
      open.delete(secretBlock)
      return challenge
    },
  }
}
