import { AwsError } from '../aws-json/aws-error.ts'

type Options = { attempts: number; windowMs: number; now: () => number }

/**
 * Refuses further attempts after `attempts` within `windowMs`. Refused attempts do not count, so that a
 * client that repeats them (Amplify does so three times) is not locked out for longer. Counts are only in
 * memory: a restart resets them.
 */
export const createAttemptLimit = ({ attempts, windowMs, now }: Options) => {
  /** When each user made attempts, in ms since the epoch. */
  const attemptTimes = new Map<string, number[]>()
  return {
    /** Counts an attempt. Throws LimitExceededException if there were too many. */
    count(userId: string) {
      const recentTimes = (attemptTimes.get(userId) ?? []).filter((time) => time > now() - windowMs)
      if (recentTimes.length >= attempts) {
        throw new AwsError('LimitExceededException', 'Attempt limit exceeded, please try after some time.')
      }
      attemptTimes.set(userId, [...recentTimes, now()])
    },
    /** Forgets the attempts of a user. */
    forgive: (userId: string) => attemptTimes.delete(userId),
  }
}

/**
 * As in Cognito, the fifth wrong password locks the sign-in for 1 s, and each further one doubles the time,
 * up to about 15 minutes.
 */
const mistakesBeforeLock = 5
const maxLockMs = 15 * 60_000

/** Slows down password guessing for each user. Counts are only in memory: a restart resets them. */
export const createPasswordLockout = (now: () => number) => {
  const mistakes = new Map<string, { count: number; lockedUntil: number }>()
  return {
    assertUnlocked(sub: string) {
      if ((mistakes.get(sub)?.lockedUntil ?? 0) > now()) {
        throw new AwsError('NotAuthorizedException', 'Password attempts exceeded')
      }
    },
    recordMistake(sub: string) {
      const count = (mistakes.get(sub)?.count ?? 0) + 1
      const lockMs =
        count < mistakesBeforeLock ? 0 : Math.min(1000 * 2 ** (count - mistakesBeforeLock), maxLockMs)
      mistakes.set(sub, { count, lockedUntil: now() + lockMs })
    },
    recordSuccess: (sub: string) => mistakes.delete(sub),
  }
}
