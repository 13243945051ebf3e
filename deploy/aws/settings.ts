import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { serverVariablesSchema } from '../../server/server-env.ts'
import { variableNames } from '../../src/config/env.ts'
import { customerId } from '../../src/contract/shared-schemas.ts'
import { databaseSource } from './database/database-source.ts'
import {
  certificateArn,
  hostedPagesSchema,
  hostName,
  listHostedPageErrors,
  poolNameSchema,
} from './hosted-pages-setting.ts'

const nonEmptyText = v.pipe(v.string(), v.nonEmpty())

/** Variables that only the stacks set, from values that AWS chose. */
export const variablesOfStacks = [
  'VITE_USER_POOLS',
  'VITE_IDENTITY_POOL_ID',
  'VITE_STORAGE_REGION',
  'VITE_STORAGE_BUCKET',
]

/** The variables that an operator sets. */
const operatorVariables = variableNames.filter((name) => !variablesOfStacks.includes(name))

/** Limits that an operator may change while the product runs. `docs/configuration.md` explains each. */
export const serverLimits = [
  'REQUESTS_PER_MINUTE',
  'LOGINS_PER_MINUTE',
  'COPIES_PER_MINUTE',
  'DATABASE_CONNECTIONS',
  'SYNC_LOG_DAYS',
  'REPLACED_ANSWERS_DAYS',
] as const

const serverLimitsSchema = v.pick(serverVariablesSchema, serverLimits)

/**
 * Validates limits as the server does when it starts, so that no deployment starts with a wrong limit, with
 * which every task would fail. The server's schema expects texts, as in its environment.
 */
const limitsSchema = v.pipe(
  v.record(v.picklist(serverLimits), v.number()),
  v.transform((limits): v.InferInput<typeof serverLimitsSchema> =>
    Object.fromEntries(Object.entries(limits).map(([name, value]) => [name, String(value)])),
  ),
  serverLimitsSchema,
)

/**
 * The most connections of all tasks. Aurora sets `max_connections` to 2,000 if the minimum capacity is half
 * a unit (`database.ts`). The other 100 are for operators.
 */
const maxConnections = 1900

/**
 * Returns the most connections that tasks open. `copies.most` is the maximum number of tasks; during a
 * rollout, the tasks of two releases run.
 */
export const countConnections = ({
  copies,
  server,
}: Pick<v.InferOutput<typeof entriesSchema>, 'copies' | 'server'>) =>
  2 * copies.most * server.DATABASE_CONNECTIONS

/** A number of tasks of the server: at least two, one in each zone. */
const taskCount = v.pipe(v.number(), v.integer(), v.minValue(2))

/**
 * A zone by its id, which refers to the same zone in all accounts. use1-az3 is left out because Fargate is
 * not available there and CloudFront cannot reach a load balancer there.
 */
const zoneSchema = v.picklist(['use1-az1', 'use1-az2', 'use1-az4', 'use1-az5', 'use1-az6'])

/** The variables `OTEL_…` of `docs/configuration.md`. */
const tracesSchema = v.strictObject({
  /** The URL of the collector (OTLP over HTTP), without `/v1/traces`. */
  endpoint: v.pipe(v.string(), v.regex(/^https?:\/\/[^\s?#@]+$/)),
  /** The share of requests that are traced. Absent: the server's default. */
  share: v.optional(v.pipe(v.number(), v.minValue(0.001), v.maxValue(1))),
  /** The ARN of a secret in us-east-1 with the headers that the collector requires, as `name=value`. */
  headersArn: v.optional(
    v.pipe(v.string(), v.regex(/^arn:aws:secretsmanager:us-east-1:\d{12}:secret:\S+-\w{6}$/)),
  ),
})

/**
 * Whether the day of a time exists: `Date` accepts the 30th of February as the second of March. True for
 * texts that are not dates, which another rule reports.
 */
const isExistingDay = (text: string) => {
  const day = new Date(text.slice(0, 10))
  return Number.isNaN(day.getTime()) || day.toISOString().startsWith(text.slice(0, 10))
}

const timestampSchema = v.pipe(
  v.string(),
  v.isoTimestamp('must be a moment such as 2026-11-26T03:00:00Z'),
  v.check(isExistingDay, 'must be on a day that exists'),
)

const entriesSchema = v.strictObject({
  /** The account's number at AWS, twelve digits. */
  account: v.pipe(v.string(), v.regex(/^\d{12}$/)),
  /** The site's host name, without `https://`. */
  domain: hostName,
  /** The ARN of the domain's certificate, also for the load balancer. */
  certificateArn,
  /** The recipient of alarms and of the budget's warnings. */
  alarmEmail: v.pipe(v.string(), v.email()),
  /** The email of a pager, for alarms that have to wake somebody. Absent: they go to `alarmEmail`, too. */
  pageEmail: v.optional(v.pipe(v.string(), v.email())),
  /** The US dollars per month above which the budget warns. */
  monthlyDollars: v.pipe(v.number(), v.minValue(1)),
  /** The sender of codes: its email, and the domain of that email, which SES has verified in us-east-1. */
  codeSender: v.strictObject({ email: v.pipe(v.string(), v.email()), domain: nonEmptyText }),
  /** The emails per hour above which an alarm is raised: more than the codes of a busy day. */
  mailsAnHour: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 2000),
  /** The growth of the files in GB per day above which an alarm is raised. */
  gigabytesADay: v.optional(v.pipe(v.number(), v.minValue(1)), 100),
  /** The minimum and the maximum number of tasks of the server. */
  copies: v.pipe(
    v.strictObject({ least: taskCount, most: taskCount }),
    v.check(({ least, most }) => least <= most, '`most` must not be below `least`'),
  ),
  /**
   * The two zones of us-east-1 for tasks and database. Change them only if AWS has no capacity there, and
   * only before the first deployment, because subnets in use cannot move.
   */
  zones: v.optional(
    v.pipe(
      v.strictTuple([zoneSchema, zoneSchema]),
      v.check(([first, second]) => first !== second, 'must be two'),
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
  /** Stops all tasks, for the time of a restore (docs/restore-at-aws.md). */
  stopped: v.optional(v.boolean(), false),
  /**
   * The source from which this deployment restores the database, while no task runs. AWS remembers the
   * source, so remove this setting together with `stopped`. If the setting stays, a later deployment may
   * replace a newer database with an old one.
   */
  databaseFrom: v.optional(databaseSource),
  /**
   * Each number stands for one of the server's AWS keys for the identity pool. Tasks use the last key.
   * `docs/aws.md` explains how to replace a key.
   */
  developerKeys: v.optional(
    v.pipe(
      v.array(v.pipe(v.number(), v.integer())),
      v.minLength(1),
      v.maxLength(2),
      v.check(([first, second]) => first !== second, 'must be two'),
    ),
    [1],
  ),
  /**
   * The user pools with a hosted sign-in page: `{ "GB": { "prefix": "…" } }` for a page at a name of Cognito, or
   * `{ "GB": { "domain": "…", "certificateArn": "…" } }`. `providers` lists the sign-ins of organisations that it
   * offers. Absent: no pool has a page. `docs/aws.md` explains it.
   */
  hostedSignIn: v.optional(hostedPagesSchema, {}),
  /**
   * The user pools in which the address of an account can change, as the provider of an organisation requires.
   * Only for pools that do not exist yet, and never removed: AWS does not change attributes of an existing pool.
   */
  mutableEmails: v.optional(v.array(poolNameSchema, 'must be a list of pools, such as ["GB"]'), []),
  /** The ids of coaches who are managers. The first manager of the loyalty provider needs it. */
  admins: v.optional(v.array(customerId), []),
  /** The end of an announced maintenance. Remove it after the maintenance. */
  maintenanceUntil: v.optional(timestampSchema),
  /** Limits of the server, by their names in `docs/configuration.md`. Absent: the server's defaults. */
  server: v.optional(limitsSchema, {}),
  /** The destination of traces of requests. Absent: nothing is traced. */
  traces: v.optional(tracesSchema),
  /**
   * Variables of third-party services, by their names in `docs/configuration.md`. Values that are JSON there
   * may be JSON here.
   */
  variables: v.record(v.picklist(operatorVariables), v.unknown()),
})

const settingsSchema = v.pipe(
  entriesSchema,
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
      'needs `"stopped": true`. To start the tasks, remove both: AWS remembers the source of the database',
    ),
    ['databaseFrom'],
  ),
  v.forward(
    v.check(
      (settings) => countConnections(settings) <= maxConnections,
      `the tasks of two releases must not have more than ${maxConnections} connections: two times \`copies.most\` times \`DATABASE_CONNECTIONS\``,
    ),
    ['copies'],
  ),
  v.forward(
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return
      for (const message of listHostedPageErrors(dataset.value)) addIssue({ message })
    }),
    ['hostedSignIn'],
  ),
)

export type Settings = v.InferOutput<typeof settingsSchema>

/** Parses settings. Throws with the path of every invalid setting. */
export const parseSettings = (content: unknown): Settings => {
  const parsed = v.safeParse(settingsSchema, content)
  if (parsed.success) return parsed.output
  const messages = parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'settings'}: ${issue.message}`)
  throw new Error(`The settings are wrong.\n${messages.join('\n')}`)
}

/**
 * Throws if the maintenance ended before the deployment started. Not part of `parseSettings`, which each step
 * of the deployment calls: a maintenance that ends during the deployment must not stop later steps.
 */
export const assertMaintenanceNotOver = ({ maintenanceUntil }: Settings, now: Date) => {
  if (maintenanceUntil !== undefined && new Date(maintenanceUntil) <= now)
    throw new Error(
      `The settings are wrong.\nmaintenanceUntil: ${maintenanceUntil} is over; take it out, or name a later moment`,
    )
}

export const readSettings = (file: URL): Settings => parseSettings(JSON.parse(readFileSync(file, 'utf8')))
