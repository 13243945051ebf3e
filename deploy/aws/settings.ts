import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { customerId } from '../../src/contract/shapes.ts'

const filled = v.pipe(v.string(), v.nonEmpty())

const settings = v.strictObject({
  /** the account's number at AWS, twelve digits */
  account: v.pipe(v.string(), v.regex(/^\d{12}$/)),
  /** the site's host name, without `https://` */
  domain: v.pipe(v.string(), v.regex(/^[a-z0-9.-]+\.[a-z]+$/)),
  /** of the domain, in us-east-1: CloudFront takes no other, and the load balancer takes the same */
  certificateArn: v.pipe(v.string(), v.regex(/^arn:aws:acm:us-east-1:\d{12}:certificate\/[\w-]+$/)),
  /** who hears of alarms and of the budget */
  alarmEmail: v.pipe(v.string(), v.email()),
  /** US dollars a month from which the budget warns */
  monthlyDollars: v.pipe(v.number(), v.minValue(1)),
  /** the sender of codes: an address below a domain that SES has verified in us-east-1 */
  codeSender: v.strictObject({ email: v.pipe(v.string(), v.email()), domain: filled }),
  /** copies of the server; at least two, one in each zone */
  copies: v.strictObject({
    least: v.pipe(v.number(), v.minValue(2)),
    most: v.pipe(v.number(), v.minValue(2)),
  }),
  admins: v.optional(v.array(customerId), []),
  maintenanceUntil: v.optional(v.pipe(v.string(), v.isoTimestamp())),
  /** The services of others, by the names of the README's table; what is JSON there may be JSON here. */
  variables: v.record(v.pipe(v.string(), v.startsWith('VITE_')), v.unknown()),
})

export type Settings = v.InferOutput<typeof settings>

/** Throws with the path of everything that is wrong. */
export const parseSettings = (content: unknown): Settings => {
  const parsed = v.safeParse(settings, content)
  if (parsed.success) return parsed.output
  const wrong = parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'settings'}: ${issue.message}`)
  throw new Error(`The settings are wrong.\n${wrong.join('\n')}`)
}

export const readSettings = (file: URL): Settings => parseSettings(JSON.parse(readFileSync(file, 'utf8')))
