import { parseEnv } from '../../src/config/env.ts'
import type { Outputs } from './outputs.ts'
import type { Settings } from './settings.ts'
import { bucketName, developerProvider } from './storage.ts'

/** Region of everything but the user pools: CloudFront's certificate and rules must be there. */
export const region = 'us-east-1'

export type Deployed = Required<Outputs>

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

/** s that a copy goes on after SIGTERM while `/readyz` says no: the load balancer asks every 5 s, and twice. */
export const drainSeconds = 15

export const databaseName = 'breaking_barriers'

/** The server's variables that are no secret. */
export const serverEnvironment = (settings: Settings, deployed: Deployed): Record<string, string> => ({
  ...siteVariables(settings, deployed),
  PORT: '8080',
  // Only from inside the network, by whomever the security group of the copies lets in: nobody, at first.
  METRICS_PORT: '9464',
  // Host, user and password come as PGHOST, PGPORT, PGUSER and PGPASSWORD out of the database's secret.
  DATABASE_URL: `postgres:///${databaseName}?sslmode=verify-full`,
  // CloudFront and the load balancer.
  TRUST_PROXY: '2',
  DRAIN_SECONDS: String(drainSeconds),
  // Each line names customers; the load balancer logs the requests.
  LOG_LEVEL: 'warn',
  ADMINS: settings.admins.join(','),
  MAINTENANCE_UNTIL: settings.maintenanceUntil ?? '',
  STORAGE_DEVELOPER_PROVIDER: developerProvider,
})
