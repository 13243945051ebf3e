import * as v from 'valibot'
import { poolNames } from './locales.ts'

/** One regional user pool: the region is the part of `userPoolId` before `_`. */
const pool = v.strictObject({
  userPoolId: v.pipe(v.string(), v.regex(/^[\w-]+_[0-9a-zA-Z]+$/)),
  webClientId: v.pipe(v.string(), v.regex(/^[a-z0-9]+$/)),
})

const json = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }): unknown => {
    try {
      return JSON.parse(dataset.value)
    } catch {
      addIssue({ message: 'is not JSON' })
      return NEVER
    }
  }),
)

const pools = v.pipe(json, v.strictObject(v.entriesFromList(poolNames, pool)))

/** An address without a trailing slash; an empty text means that AWS's own address is used. */
const address = v.union([v.literal(''), v.pipe(v.string(), v.url(), v.regex(/[^/]$/))])

/** What the app and the product API know of the services around them. Production differs from the stand-ins here only. */
const environment = v.object({
  VITE_USER_POOLS: pools,
  VITE_USER_POOL_ENDPOINT: v.optional(address, ''),
  VITE_IDENTITY_POOL_ID: v.pipe(v.string(), v.regex(/^[\w-]+:[0-9a-f-]{36}$/)),
  VITE_IDENTITY_POOL_ENDPOINT: v.optional(address, ''),
  VITE_STORAGE_REGION: v.pipe(v.string(), v.nonEmpty()),
  VITE_STORAGE_BUCKET: v.pipe(v.string(), v.nonEmpty()),
  VITE_STORAGE_ENDPOINT: v.optional(address, ''),
})

export type Env = {
  pools: v.InferOutput<typeof pools>
  /** Absent: Cognito's own endpoint of the pool's region. */
  userPoolEndpoint?: string
  identityPoolId: string
  identityPoolEndpoint?: string
  storage: { region: string; bucket: string; endpoint?: string }
}

/** Reads the environment once at start; throws with the name of every variable that is missing or wrong. */
export const parseEnv = (variables: Record<string, unknown>): Env => {
  const parsed = v.safeParse(environment, variables)
  if (!parsed.success) {
    const wrong = parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'environment'}: ${issue.message}`)
    throw new Error(`The environment is incomplete.\n${wrong.join('\n')}`)
  }
  const env = parsed.output
  return {
    pools: env.VITE_USER_POOLS,
    ...(env.VITE_USER_POOL_ENDPOINT && { userPoolEndpoint: env.VITE_USER_POOL_ENDPOINT }),
    identityPoolId: env.VITE_IDENTITY_POOL_ID,
    ...(env.VITE_IDENTITY_POOL_ENDPOINT && { identityPoolEndpoint: env.VITE_IDENTITY_POOL_ENDPOINT }),
    storage: {
      region: env.VITE_STORAGE_REGION,
      bucket: env.VITE_STORAGE_BUCKET,
      ...(env.VITE_STORAGE_ENDPOINT && { endpoint: env.VITE_STORAGE_ENDPOINT }),
    },
  }
}
