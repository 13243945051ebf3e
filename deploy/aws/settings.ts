import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { variables as serverVariables } from '../../server/server-env.ts'
import { variableNames } from '../../src/config/env.ts'
import { customerId } from '../../src/contract/shapes.ts'
import { databaseSource } from './database/database-source.ts'

const filled = v.pipe(v.string(), v.nonEmpty())

/** What the stacks know better: an operator's own value would be ignored. */
export const variablesOfStacks = [
  'VITE_USER_POOLS',
  'VITE_IDENTITY_POOL_ID',
  'VITE_STORAGE_REGION',
  'VITE_STORAGE_BUCKET',
]

const ofOthers = variableNames.filter((name) => !variablesOfStacks.includes(name))

/** What an operator turns while the product runs; `docs/configuration.md` says what each is. */
export const serverLimits = [
  'REQUESTS_PER_MINUTE',
  'LOGINS_PER_MINUTE',
  'COPIES_PER_MINUTE',
  'DATABASE_CONNECTIONS',
  'SYNC_LOG_DAYS',
  'REPLACED_ANSWERS_DAYS',
] as const

const limitsOfServer = v.pick(serverVariables, serverLimits)

/** As the server takes them at its start: a copy that refuses one of them would end, and with it the deployment. */
const limits = v.pipe(
  v.record(v.picklist(serverLimits), v.number()),
  v.transform((given): v.InferInput<typeof limitsOfServer> =>
    Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)])),
  ),
  limitsOfServer,
)

/**
 * of the database's `max_connections`, which Aurora holds at 2,000 where its capacity begins at half a unit (`database.ts`); the
 * rest is for operators
 */
const mostConnections = 1900

/** at most, of the copies of two releases: the one that goes and the one that comes */
export const connectionsOf = ({ copies, server }: Pick<v.InferOutput<typeof all>, 'copies' | 'server'>) =>
  2 * copies.most * server.DATABASE_CONNECTIONS

/** At least two, one in each zone. */
const copies = v.pipe(v.number(), v.integer(), v.minValue(2))

/** By id, which is one place for all accounts. CloudFront reaches no load balancer, and Fargate runs no copy, in use1-az3. */
const zone = v.picklist(['use1-az1', 'use1-az2', 'use1-az4', 'use1-az5', 'use1-az6'])

/** The variables `OTEL_…` of `docs/configuration.md` */
const traces = v.strictObject({
  /** the collector, which takes OTLP over HTTP, without `/v1/traces` */
  endpoint: v.pipe(v.string(), v.regex(/^https?:\/\/[^\s?#@]+$/)),
  /** of the requests that are traced; absent: the server's default */
  share: v.optional(v.pipe(v.number(), v.minValue(0.001), v.maxValue(1))),
  /** of a secret in us-east-1 that holds what the collector asks for, such as its key: `name=value` */
  headersArn: v.optional(
    v.pipe(v.string(), v.regex(/^arn:aws:secretsmanager:us-east-1:\d{12}:secret:\S+-\w{6}$/)),
  ),
})

/** `Date` takes the 30th of February, as the second of March. What is no date at all is said by the rule before. */
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
  /** of the domain, in us-east-1: CloudFront takes no other, and the load balancer takes the same */
  certificateArn: v.pipe(v.string(), v.regex(/^arn:aws:acm:us-east-1:\d{12}:certificate\/[\w-]+$/)),
  /** who hears of alarms and of the budget */
  alarmEmail: v.pipe(v.string(), v.email()),
  /** The address of a pager, for the alarms by which somebody has to be woken. Absent: they go to `alarmEmail` too. */
  pageEmail: v.optional(v.pipe(v.string(), v.email())),
  /** US dollars a month from which the budget warns */
  monthlyDollars: v.pipe(v.number(), v.minValue(1)),
  /** the sender of codes: an address below a domain that SES has verified in us-east-1 */
  codeSender: v.strictObject({ email: v.pipe(v.string(), v.email()), domain: filled }),
  /** emails in an hour from which an alarm comes: more than coaches have codes sent on a busy day */
  mailsAnHour: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 2000),
  /** GB of files in a day from which an alarm comes */
  gigabytesADay: v.optional(v.pipe(v.number(), v.minValue(1)), 100),
  /** copies of the server */
  copies: v.pipe(
    v.strictObject({ least: copies, most: copies }),
    v.check(({ least, most }) => least <= most, '`most` must not be below `least`'),
  ),
  /**
   * The two zones of us-east-1 that hold copies and database. Others than these only where AWS lacks room there, and before
   * the first deployment: subnets in use cannot move.
   */
  zones: v.optional(
    v.pipe(
      v.strictTuple([zone, zone]),
      v.check(([one, other]) => one !== other, 'must be two'),
    ),
    ['use1-az1', 'use1-az2'],
  ),
  /** A second region for the daily copy of the database, one that is bootstrapped. Absent: it lies in us-east-1 only. */
  backupRegion: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[a-z]{2}(?:-[a-z]+)+-\d$/, 'must be the name of a region, such as us-west-2'),
      v.notValue('us-east-1', 'must not be us-east-1, where the database itself is'),
    ),
  ),
  /** No copy runs, for as long as a database is restored (docs/restore-at-aws.md). */
  stopped: v.optional(v.boolean(), false),
  /**
   * What this deployment restores the database from, while no copy runs. AWS remembers it, so it goes together with `stopped`;
   * left behind it would one day put an old database in the place of a newer one.
   */
  databaseFrom: v.optional(databaseSource),
  /** the numbers of the server's keys at the identity pool, of which copies get the last one; how to change it: `docs/aws.md` */
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
  /** The end of an announced maintenance; to be taken out after it */
  maintenanceUntil: v.optional(moment),
  /** Limits of the server, by the names of `docs/configuration.md`; absent are its defaults */
  server: v.optional(limits, {}),
  /** Where traces of requests go. Absent: nothing is traced. */
  traces: v.optional(traces),
  /** The services of others, by the names of `docs/configuration.md`; what is JSON there may be JSON here. */
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
      (given) => connectionsOf(given) <= mostConnections,
      `the copies of two releases must not have more than ${mostConnections} connections: two times \`copies.most\` times \`DATABASE_CONNECTIONS\``,
    ),
    ['copies'],
  ),
)

export type Settings = v.InferOutput<typeof settings>

/** Throws with the path of everything that is wrong. */
export const parseSettings = (content: unknown): Settings => {
  const parsed = v.safeParse(settings, content)
  if (parsed.success) return parsed.output
  const wrong = parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'settings'}: ${issue.message}`)
  throw new Error(`The settings are wrong.\n${wrong.join('\n')}`)
}

/**
 * Throws where the maintenance was over before the deployment began. Not part of `parseSettings`, which each of its steps calls: one
 * that ends meanwhile must not stop the later steps.
 */
export const refuseMaintenanceThatIsOver = ({ maintenanceUntil }: Settings, now: Date) => {
  if (maintenanceUntil !== undefined && new Date(maintenanceUntil) <= now)
    throw new Error(
      `The settings are wrong.\nmaintenanceUntil: ${maintenanceUntil} is over; take it out, or name a later moment`,
    )
}

export const readSettings = (file: URL): Settings => parseSettings(JSON.parse(readFileSync(file, 'utf8')))
