import { randomBytes } from 'node:crypto'
import { AwsError } from '../../aws-json/aws-error.ts'

type CodeChallenge<Name> = {
  name: Name
  code: string
  /** Whether the user is setting up the factor, so that the correct code also enables it. */
  shouldEnableFactor: boolean
}

/** What a sign-in waits for: a first factor, or more than the password. */
export type Challenge =
  | { name: 'SELECT_CHALLENGE' }
  | {
      name: 'WEB_AUTHN'
      /** What the passkey has to sign, in base64url. */
      challenge: string
    }
  | { name: 'NEW_PASSWORD_REQUIRED' }
  | { name: 'SELECT_MFA_TYPE' }
  | { name: 'SOFTWARE_TOKEN_MFA' }
  /** Both are about one device: first its public value, then the proof that it knows its password. */
  | { name: 'DEVICE_SRP_AUTH'; deviceKey: string }
  | { name: 'DEVICE_PASSWORD_VERIFIER'; deviceKey: string }
  | CodeChallenge<'EMAIL_OTP'>
  | CodeChallenge<'SMS_MFA'>
  | {
      name: 'MFA_SETUP'
      /** The secret of the authenticator app, after AssociateSoftwareToken. */
      secret?: string
      /** Whether VerifySoftwareToken has verified the app. */
      verified?: boolean
    }

type ChallengeSession = { id: string; sub: string; challenge: Challenge }
type StoredSession = ChallengeSession & { expiresAt: number; isUsed: boolean }

/** Ended sessions stay for this time, so that the error of a late response can name the reason. */
const endedRetentionMs = 3_600_000

export const createInvalidSessionError = () =>
  new AwsError('NotAuthorizedException', 'Invalid session for the user.')

type Options = { lifetimeMs: number; now: () => number }

/**
 * Stores the sessions of challenges (the member `Session`, an opaque text). A session ends with the correct
 * response or after `lifetimeMs`. Sessions are only in memory: a restart ends every sign-in in progress.
 */
export const createChallengeSessions = ({ lifetimeMs, now }: Options) => {
  const sessions = new Map<string, StoredSession>()

  const removeOldSessions = () => {
    for (const [id, { expiresAt }] of sessions) if (expiresAt + endedRetentionMs <= now()) sessions.delete(id)
  }

  return {
    /** Starts a session for a challenge and returns its id. */
    start(sub: string, challenge: Challenge): string {
      removeOldSessions()
      const id = randomBytes(96).toString('base64url')
      sessions.set(id, { id, sub, challenge, expiresAt: now() + lifetimeMs, isUsed: false })
      return id
    },
    has: (id: string) => sessions.has(id),
    /** Returns a session. Throws NotAuthorizedException if it is unknown, was used or has expired. */
    require(id: string): ChallengeSession {
      const session = sessions.get(id)
      if (!session) throw createInvalidSessionError()
      if (session.isUsed) {
        throw new AwsError(
          'NotAuthorizedException',
          'Invalid session for the user, session can only be used once.',
        )
      }
      if (session.expiresAt <= now()) {
        throw new AwsError('NotAuthorizedException', 'Invalid session for the user, session is expired.')
      }
      return session
    },
    /** Ends a session. Call it before any `await`, so that two simultaneous correct responses do not both count. */
    end(id: string) {
      const session = sessions.get(id)
      if (session) sessions.set(id, { ...session, isUsed: true })
    },
  }
}
