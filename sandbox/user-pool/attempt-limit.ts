import { AwsError } from '../aws-json/aws-error.ts'

type Options = { attempts: number; windowMs: number; now: () => number }

/**
 * Refuses the attempt after `attempts` within `windowMs`. Refused attempts do not count, so that a client which repeats
 * itself (Amplify does, three times) is not locked out for longer. Counts live in memory: a restart forgives.
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
