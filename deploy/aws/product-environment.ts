import { parseServerEnv } from '../../server/server-env.ts'
import { parseEnv } from '../../src/config/env.ts'
import type { Outputs } from './outputs.ts'
import type { Settings } from './settings.ts'
import { bucketName, developerProvider } from './storage.ts'

/** Region of everything but the user pools: CloudFront's certificate and rules must be there. */
export const region = 'us-east-1'

/** What AWS chose so far, and the commit that is deployed. */
export type Known = Outputs & { commit?: string }

export type Deployed = Required<Pick<Known, 'pools' | 'files'>> & Pick<Known, 'commit'>

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** What is built into the app, and what the server reads too: where the services are. Throws where one is missing or wrong. */
export const siteVariables = (settings: Settings, { pools, files }: Deployed): Record<string, string> => {
  const variables = {
    ...Object.fromEntries(Object.entries(settings.variables).map(([name, value]) => [name, asText(value)])),
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
 * s that the load balancer gives the connections of a copy that ECS took out of it, and that the copy goes on after SIGTERM.
 * The balancer need not see `/readyz` for that, for which it would take minutes.
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

/** The server's variables that are no secret. Throws where the server would not start with them. */
export const serverEnvironment = (settings: Settings, deployed: Deployed): Record<string, string> => {
  const variables = {
    ...siteVariables(settings, deployed),
    PORT: '8080',
    // For the collector beside it in the task; no security group lets anybody else in.
    METRICS_PORT: metricsPort,
    // Host, user and password come as PGHOST, PGPORT, PGUSER and PGPASSWORD out of the database's secret.
    DATABASE_URL: `postgres:///${databaseName}?sslmode=verify-full`,
    // CloudFront and the load balancer.
    TRUST_PROXY: '2',
    DRAIN_SECONDS: String(drainSeconds),
    // With a line for each request: by no other is it known what an account did, or what became of a coach's request id.
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
