import { AwsError } from '../aws-json/aws-error.ts'

/**
 * How long attempts count for a limit. After a LimitExceededException the sign-in screens count down four
 * minutes (specification §4). Cognito does not publish its own numbers.
 */
const limitWindowMs = 4 * 60_000

/**
 * Rejects further attempts after `maxAttempts` within `limitWindowMs`. Rejected attempts do not count. Otherwise
 * a client that repeats them, as Amplify does three times, would be locked out for longer. Counts are
 * only in memory: a restart resets them.
 */
export const createAttemptLimit = (maxAttempts: number, now: () => number) => {
  /** When each user made attempts, in ms since the epoch. */
  const attemptTimes = new Map<string, number[]>()
  return {
    /** Counts an attempt. Throws LimitExceededException if there were too many. */
    count(userId: string) {
      const recentTimes = (attemptTimes.get(userId) ?? []).filter((time) => time > now() - limitWindowMs)
      if (recentTimes.length >= maxAttempts) {
        throw new AwsError('LimitExceededException', 'Attempt limit exceeded, please try after some time.')
      }
      attemptTimes.set(userId, [...recentTimes, now()])
    },
    /** Sets the count of a user back to 0. */
    reset: (userId: string) => attemptTimes.delete(userId),
  }
}
