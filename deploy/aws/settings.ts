import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { variables as serverVariables } from '../../server/server-env.ts'
import { variableNames } from '../../src/config/env.ts'
import { customerId } from '../../src/contract/shapes.ts'
import { databaseSource } from './database/database-source.ts'

const filled = v.pipe(v.string(), v.nonEmpty())

/** Variables that the stacks set. An operator's own value would be ignored. */
export const variablesOfStacks = [
  'VITE_USER_POOLS',
  'VITE_IDENTITY_POOL_ID',
  'VITE_STORAGE_REGION',
  'VITE_STORAGE_BUCKET',
]

const ofOthers = variableNames.filter((name) => !variablesOfStacks.includes(name))

/** Limits that an operator may change while the product runs. `docs/configuration.md` explains each. */
export const serverLimits = [
  'REQUESTS_PER_MINUTE',
  'LOGINS_PER_MINUTE',
  'COPIES_PER_MINUTE',
  'DATABASE_CONNECTIONS',
  'SYNC_LOG_DAYS',
  'REPLACED_ANSWERS_DAYS',
] as const

const limitsOfServer = v.pick(serverVariables, serverLimits)

/**
 * Validates limits as the server does at its start: a copy that refuses a limit would end, and the deployment
 * would fail.
 */
const limits = v.pipe(
  v.record(v.picklist(serverLimits), v.number()),
  v.transform((given): v.InferInput<typeof limitsOfServer> =>
    Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)])),
  ),
  limitsOfServer,
)

/**
 * Of the database's `max_connections`: Aurora keeps them at 2,000 if the minimum capacity is half a unit
 * (`database.ts`). The rest is for operators.
 */
const maxConnections = 1900

/** Maximum number of connections, with the copies of two releases during a rollout. */
export const connectionsOf = ({ copies, server }: Pick<v.InferOutput<typeof all>, 'copies' | 'server'>) =>
  2 * copies.most * server.DATABASE_CONNECTIONS

/** At least two copies, one in each zone. */
const copies = v.pipe(v.number(), v.integer(), v.minValue(2))

/**
 * By id, which refers to the same zone in all accounts. In use1-az3, CloudFront reaches no load balancer and
 * Fargate runs no copy.
 */
const zone = v.picklist(['use1-az1', 'use1-az2', 'use1-az4', 'use1-az5', 'use1-az6'])

/** The variables `OTEL_…` of `docs/configuration.md`. */
const traces = v.strictObject({
  /** address of the collector (OTLP over HTTP), without `/v1/traces` */
  endpoint: v.pipe(v.string(), v.regex(/^https?:\/\/[^\s?#@]+$/)),
  /** share of the requests that are traced; absent: the server's default */
  share: v.optional(v.pipe(v.number(), v.minValue(0.001), v.maxValue(1))),
  /** ARN of a secret in us-east-1 with what the collector requires, such as its key: `name=value` */
  headersArn: v.optional(
    v.pipe(v.string(), v.regex(/^arn:aws:secretsmanager:us-east-1:\d{12}:secret:\S+-\w{6}$/)),
  ),
})

/**
 * `Date` accepts the 30th of February as the second of March. The previous rule reports texts that are not
 * dates.
 */
const isDay = (text: string) => {
  const day = new Date(text.slice(0, 10))
  return Number.isNaN(day.getTime()) || day.toISOString().startsWith(text.slice(0, 10))
}

const moment = v.pipe(
  v.string(),
  v.isoTimestamp('must be a moment such as 2026-11-26T03:00:00Z'),
  v.check(isDay, 'must be on a day that exists'),
)

const all = v.strictObject({
  /** the account's number at AWS, twelve digits */
  account: v.pipe(v.string(), v.regex(/^\d{12}$/)),
  /** the site's host name, without `https://` */
  domain: v.pipe(v.string(), v.regex(/^[a-z0-9.-]+\.[a-z][a-z0-9-]*$/)),
  /** ARN of the domain's certificate in us-east-1, which CloudFront requires; also for the load balancer */
  certificateArn: v.pipe(v.string(), v.regex(/^arn:aws:acm:us-east-1:\d{12}:certificate\/[\w-]+$/)),
  /** recipient of alarms and of the budget's warnings */
  alarmEmail: v.pipe(v.string(), v.email()),
  /** Address of a pager, for alarms that have to wake somebody. Absent: they go to `alarmEmail`, too. */
  pageEmail: v.optional(v.pipe(v.string(), v.email())),
  /** US dollars a month above which the budget warns */
  monthlyDollars: v.pipe(v.number(), v.minValue(1)),
  /** the sender of codes: an address below a domain that SES has verified in us-east-1 */
  codeSender: v.strictObject({ email: v.pipe(v.string(), v.email()), domain: filled }),
  /** emails per hour above which an alarm is raised: more than the codes of a busy day */
  mailsAnHour: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 2000),
  /** growth of the files in GB per day above which an alarm is raised */
  gigabytesADay: v.optional(v.pipe(v.number(), v.minValue(1)), 100),
  /** Minimum and maximum number of copies of the server. */
  copies: v.pipe(
    v.strictObject({ least: copies, most: copies }),
    v.check(({ least, most }) => least <= most, '`most` must not be below `least`'),
  ),
  /**
   * The two zones of us-east-1 for copies and database. Change them only if AWS lacks capacity there, and
   * only before the first deployment: subnets in use cannot move.
   */
  zones: v.optional(
    v.pipe(
      v.strictTuple([zone, zone]),
      v.check(([one, other]) => one !== other, 'must be two'),
    ),
    ['use1-az1', 'use1-az2'],
  ),
  /**
   * A second, bootstrapped region for the daily copy of the database. Absent: only us-east-1 has the copy.
   */
  backupRegion: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[a-z]{2}(?:-[a-z]+)+-\d$/, 'must be the name of a region, such as us-west-2'),
      v.notValue('us-east-1', 'must not be us-east-1, where the database itself is'),
    ),
  ),
  /** Stops all copies, for the time of a restore (docs/restore-at-aws.md). */
  stopped: v.optional(v.boolean(), false),
  /**
   * The source from which this deployment restores the database, while no copy runs. AWS keeps the source, so
   * remove this setting together with `stopped`. If it stays, it may later replace a newer database with an
   * old one.
   */
  databaseFrom: v.optional(databaseSource),
  /**
   * Numbers of the server's keys at the identity pool. Copies get the last one. `docs/aws.md` explains how to
   * change them.
   */
  developerKeys: v.optional(
    v.pipe(
      v.array(v.pipe(v.number(), v.integer())),
      v.minLength(1),
      v.maxLength(2),
      v.check(([one, other]) => one !== other, 'must be two'),
    ),
    [1],
  ),
  admins: v.optional(v.array(customerId), []),
  /** End of an announced maintenance. Remove it after the maintenance. */
  maintenanceUntil: v.optional(moment),
  /** Limits of the server, by their names in `docs/configuration.md`. Absent: the server's defaults. */
  server: v.optional(limits, {}),
  /** Destination of traces of requests. Absent: nothing is traced. */
  traces: v.optional(traces),
  /**
   * Variables of third-party services, by their names in `docs/configuration.md`. Values that are JSON there may
   * be JSON here.
   */
  variables: v.record(v.picklist(ofOthers), v.unknown()),
})

const settings = v.pipe(
  all,
  v.forward(
    v.check(
      ({ account, certificateArn }) => certificateArn.includes(`:${account}:`),
      'must be of the same account',
    ),
    ['certificateArn'],
  ),
  v.forward(
    v.check(
      ({ stopped, databaseFrom }) => stopped || databaseFrom === undefined,
      'needs `"stopped": true`; when the copies shall start take both out, AWS remembers what the database was made from',
    ),
    ['databaseFrom'],
  ),
  v.forward(
    v.check(
      (given) => connectionsOf(given) <= maxConnections,
      `the copies of two releases must not have more than ${maxConnections} connections: two times \`copies.most\` times \`DATABASE_CONNECTIONS\``,
    ),
    ['copies'],
  ),
)

export type Settings = v.InferOutput<typeof settings>

/** Parses settings. Throws with the path of every invalid setting. */
export const parseSettings = (content: unknown): Settings => {
  const parsed = v.safeParse(settings, content)
  if (parsed.success) return parsed.output
  const wrong = parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'settings'}: ${issue.message}`)
  throw new Error(`The settings are wrong.\n${wrong.join('\n')}`)
}

/**
 * Throws if the maintenance ended before the deployment began. Not part of `parseSettings`, which each step
 * of the deployment calls: a maintenance that ends during the deployment must not stop later steps.
 */
export const refuseMaintenanceThatIsOver = ({ maintenanceUntil }: Settings, now: Date) => {
  if (maintenanceUntil !== undefined && new Date(maintenanceUntil) <= now)
    throw new Error(
      `The settings are wrong.\nmaintenanceUntil: ${maintenanceUntil} is over; take it out, or name a later moment`,
    )
}

export const readSettings = (file: URL): Settings => parseSettings(JSON.parse(readFileSync(file, 'utf8')))
