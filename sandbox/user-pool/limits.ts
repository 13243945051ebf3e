import { AwsError } from '../aws-json/aws-error.ts'

type Options = { attempts: number; windowMs: number; now: () => number }

/**
 * Refuses further attempts after `attempts` within `windowMs`. Refused attempts do not count, so that a
 * client which repeats itself (Amplify does, three times) is not locked out for longer. Counts are in memory
 * only: a restart resets them.
 */
export const createAttemptLimit = ({ attempts, windowMs, now }: Options) => {
  const made = new Map<string, number[]>()
  return {
    count(who: string) {
      const recent = (made.get(who) ?? []).filter((at) => at > now() - windowMs)
      if (recent.length >= attempts) {
        throw new AwsError('LimitExceededException', 'Attempt limit exceeded, please try after some time.')
      }
      made.set(who, [...recent, now()])
    },
    forgive: (who: string) => made.delete(who),
  }
}

/** As in Cognito: five mistakes, then a lock of 1 s, doubling with each mistake up to about 15 minutes. */
const freeMistakes = 5
const maxLockMs = 15 * 60_000

/** Slows down password guessing per user. Counts are in memory only: a restart resets them. */
export const createPasswordLockout = (now: () => number) => {
  const mistakes = new Map<string, { count: number; lockedUntil: number }>()
  return {
    check(sub: string) {
      if ((mistakes.get(sub)?.lockedUntil ?? 0) > now()) {
        throw new AwsError('NotAuthorizedException', 'Password attempts exceeded')
      }
    },
    mistake(sub: string) {
      const count = (mistakes.get(sub)?.count ?? 0) + 1
      const lockMs = count < freeMistakes ? 0 : Math.min(1000 * 2 ** (count - freeMistakes), maxLockMs)
      mistakes.set(sub, { count, lockedUntil: now() + lockMs })
    },
    success: (sub: string) => mistakes.delete(sub),
  }
}
