import { AwsError } from '../aws-json/aws-error.ts'

/**
 * As in Cognito, the fifth wrong password or wrong code locks the sign-in for 1 s, and each further one
 * doubles the time, up to about 15 minutes.
 */
const mistakesBeforeLock = 5
const maxLockMs = 15 * 60_000

type Guess = 'password' | 'code'

/**
 * Slows down guessing of passwords and of second-factor codes for each user. The two counts are separate,
 * because a correct password must not reset the count of wrong codes: otherwise somebody with the password could
 * guess codes without a limit. Counts are only in memory: a restart resets them.
 */
export const createSignInLockout = (now: () => number) => {
  const mistakes = new Map<string, { count: number; lockedUntil: number }>()
  const toKey = (sub: string, guess: Guess) => `${guess} ${sub}`
  const isLocked = (sub: string, guess: Guess) => (mistakes.get(toKey(sub, guess))?.lockedUntil ?? 0) > now()

  return {
    /** Throws NotAuthorizedException while wrong passwords or wrong codes lock the sign-in. */
    assertUnlocked(sub: string) {
      if (isLocked(sub, 'password') || isLocked(sub, 'code')) {
        throw new AwsError('NotAuthorizedException', 'Password attempts exceeded')
      }
    },
    recordMistake(sub: string, guess: Guess) {
      const count = (mistakes.get(toKey(sub, guess))?.count ?? 0) + 1
      const lockMs =
        count < mistakesBeforeLock ? 0 : Math.min(1000 * 2 ** (count - mistakesBeforeLock), maxLockMs)
      mistakes.set(toKey(sub, guess), { count, lockedUntil: now() + lockMs })
    },
    recordSuccess: (sub: string, guess: Guess) => mistakes.delete(toKey(sub, guess)),
  }
}
