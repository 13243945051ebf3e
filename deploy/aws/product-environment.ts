import { parseServerEnv } from '../../server/server-env.ts'
import { parseEnv } from '../../src/config/env.ts'
import type { Outputs } from './outputs.ts'
import type { Settings } from './settings.ts'
import { formatBucketName, developerProvider } from './storage.ts'

/** The region of everything except the user pools. CloudFront requires its certificate and rules there. */
export const region = 'us-east-1'

/** The values that AWS has chosen so far, and the deployed commit. */
export type DeployedValues = Outputs & { commit?: string }

/** The same values once user pools and storage exist. */
export type Deployed = Required<Pick<DeployedValues, 'pools' | 'files'>> & Pick<DeployedValues, 'commit'>

const toText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/**
 * Returns the variables that are built into the app and that the server also reads, such as the URLs of the
 * services. Throws if a variable is missing or invalid.
 */
export const createSiteVariables = (
  settings: Settings,
  { pools, files }: Deployed,
): Record<string, string> => {
  const variables = {
    ...Object.fromEntries(Object.entries(settings.variables).map(([name, value]) => [name, toText(value)])),
    VITE_USER_POOLS: JSON.stringify(pools),
    VITE_IDENTITY_POOL_ID: files.identityPoolId,
    VITE_STORAGE_REGION: region,
    VITE_STORAGE_BUCKET: formatBucketName(settings),
    PUBLIC_ORIGIN: `https://${settings.domain}`,
  }
  parseEnv(variables)
  return variables
}

/**
 * How long a task keeps serving after SIGTERM, and how long the load balancer keeps the connections of a task
 * that ECS has deregistered. Without ECS, the balancer would notice only after minutes that the task stops,
 * by its own check of `/readyz`.
 */
export const drainSeconds = 15

export const metricsPort = '9464'

export const databaseName = 'breaking_barriers'

const getTracingVariables = ({ traces }: Settings): Record<string, string> =>
  traces
    ? {
        OTEL_EXPORTER_OTLP_ENDPOINT: traces.endpoint,
        ...(traces.share !== undefined && { OTEL_TRACES_SAMPLER_ARG: String(traces.share) }),
      }
    : {}

/** Returns the server's variables that are not secret. Throws if the server would not start with them. */
export const createServerEnvironment = (settings: Settings, deployed: Deployed): Record<string, string> => {
  const variables = {
    ...createSiteVariables(settings, deployed),
    PORT: '8080',
    // For the collector in the same task. The security groups block every other access to this port.
    METRICS_PORT: metricsPort,
    // Host, user and password come from the database's secret, as PGHOST, PGPORT, PGUSER and PGPASSWORD.
    DATABASE_URL: `postgres:///${databaseName}?sslmode=verify-full`,
    // Two proxies: CloudFront and the load balancer.
    TRUST_PROXY: '2',
    DRAIN_SECONDS: String(drainSeconds),
    // This level includes a line for each request. Only these lines show what an account did, and what
    // happened to the request whose id a coach reports.
    LOG_LEVEL: 'info',
    ADMINS: settings.admins.join(','),
    MAINTENANCE_UNTIL: settings.maintenanceUntil ?? '',
    STORAGE_DEVELOPER_PROVIDER: developerProvider,
    ...Object.fromEntries(Object.entries(settings.server).map(([name, value]) => [name, String(value)])),
    ...getTracingVariables(settings),
    ...(deployed.commit && { RELEASE_COMMIT: deployed.commit }),
  }
  parseServerEnv(variables)
  return variables
}
