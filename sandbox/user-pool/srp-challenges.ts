import { randomBytes } from 'node:crypto'
import { serverPublicValue } from './srp.ts'
import { integer } from './srp-group.ts'

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
