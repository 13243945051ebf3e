import { parseServerEnv } from '../../server/server-env.ts'
import { parseEnv } from '../../src/config/env.ts'
import type { Outputs } from './outputs.ts'
import type { Settings } from './settings.ts'
import { bucketName, developerProvider } from './storage.ts'

/** The region of everything except the user pools. CloudFront's certificate and rules must be there. */
export const region = 'us-east-1'

/** The values that AWS has chosen so far, and the deployed commit. */
export type DeployedValues = Outputs & { commit?: string }

/** The same values when user pools and storage exist. */
export type Deployed = Required<Pick<DeployedValues, 'pools' | 'files'>> & Pick<DeployedValues, 'commit'>

const toText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/**
 * Variables that are built into the app and that the server reads, too: the URLs of the services. Throws
 * if a variable is missing or invalid.
 */
export const siteVariables = (settings: Settings, { pools, files }: Deployed): Record<string, string> => {
  const variables = {
    ...Object.fromEntries(Object.entries(settings.variables).map(([name, value]) => [name, toText(value)])),
    VITE_USER_POOLS: JSON.stringify(pools),
    VITE_IDENTITY_POOL_ID: files.identityPoolId,
    VITE_STORAGE_REGION: region,
    VITE_STORAGE_BUCKET: bucketName(settings),
    PUBLIC_ORIGIN: `https://${settings.domain}`,
  }
  parseEnv(variables)
  return variables
}

/**
 * The time in seconds that the load balancer grants the connections of a deregistered copy, and that the copy
 * keeps serving after SIGTERM. ECS deregisters the copy; the balancer's check of `/readyz` would take
 * minutes.
 */
export const drainSeconds = 15

export const metricsPort = '9464'

export const databaseName = 'breaking_barriers'

const tracingVariables = ({ traces }: Settings): Record<string, string> =>
  traces
    ? {
        OTEL_EXPORTER_OTLP_ENDPOINT: traces.endpoint,
        ...(traces.share !== undefined && { OTEL_TRACES_SAMPLER_ARG: String(traces.share) }),
      }
    : {}

/** The server's variables that are not secret. Throws if the server would not start with them. */
export const serverEnvironment = (settings: Settings, deployed: Deployed): Record<string, string> => {
  const variables = {
    ...siteVariables(settings, deployed),
    PORT: '8080',
    // For the collector in the same task. No security group lets anything else in.
    METRICS_PORT: metricsPort,
    // Host, user and password come from the database's secret, as PGHOST, PGPORT, PGUSER and PGPASSWORD.
    DATABASE_URL: `postgres:///${databaseName}?sslmode=verify-full`,
    // Two proxies: CloudFront and the load balancer.
    TRUST_PROXY: '2',
    DRAIN_SECONDS: String(drainSeconds),
    // Includes a line for each request. Only these lines show what an account did, and what happened to a
    // coach's request id.
    LOG_LEVEL: 'info',
    ADMINS: settings.admins.join(','),
    MAINTENANCE_UNTIL: settings.maintenanceUntil ?? '',
    STORAGE_DEVELOPER_PROVIDER: developerProvider,
    ...Object.fromEntries(Object.entries(settings.server).map(([name, value]) => [name, String(value)])),
    ...tracingVariables(settings),
    ...(deployed.commit && { RELEASE_COMMIT: deployed.commit }),
  }
  parseServerEnv(variables)
  return variables
}
