/**
 * Starts the sandbox: stand-ins on this machine for the services in the cloud, for development and tests.
 * They are the user pools, the identity pool, the object store, the person services, the scripts of analytics
 * and consent, and a mailbox. Environment variables change ports, directory and lifetimes.
 */
import * as v from 'valibot'
import { poolNames } from '../src/config/locales.ts'
import { startSandbox } from './start-sandbox.ts'

const createPortSchema = (fallback: number) =>
  v.optional(v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number), v.maxValue(65_535)), `${fallback}`)
const secondsSchema = v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/), v.transform(Number)))

const environmentSchema = v.object({
  USER_POOL_PORT: createPortSchema(8081),
  OBJECT_STORE_PORT: createPortSchema(8082),
  MAILBOX_PORT: createPortSchema(8083),
  PERSON_SERVICES_PORT: createPortSchema(8084),
  SCRIPTS_PORT: createPortSchema(8086),
  SANDBOX_HOST: v.optional(v.string(), 'localhost'),
  SANDBOX_DATA: v.optional(v.string(), '.data/sandbox'),
  /** One or more origins, separated by commas. */
  SITE_ORIGIN: v.optional(v.string(), 'http://localhost:8080'),
  /** The user pools that have a domain with a hosted sign-in page, separated by commas. */
  HOSTED_POOLS: v.optional(
    v.pipe(
      v.string(),
      v.transform((names) => names.split(',').filter(Boolean)),
      v.array(v.picklist(poolNames)),
    ),
    '',
  ),
  /** The lifetime of identity and access tokens. */
  TOKEN_SECONDS: secondsSchema,
  /** How long a user has for each challenge of a sign-in. */
  AUTH_SESSION_SECONDS: secondsSchema,
  /** The lifetime of storage credentials. */
  CREDENTIAL_SECONDS: secondsSchema,
})

const readEnvironment = () => {
  const parsed = v.safeParse(environmentSchema, process.env)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  throw new Error(`${v.getDotPath(issue) ?? 'environment'} is ${issue.received}, which is invalid`)
}

const start = () => {
  const env = readEnvironment()
  const { TOKEN_SECONDS: tokenSeconds, CREDENTIAL_SECONDS: credentialSeconds } = env
  const { AUTH_SESSION_SECONDS: authSessionSeconds } = env
  return startSandbox({
    directory: env.SANDBOX_DATA,
    ports: {
      userPool: env.USER_POOL_PORT,
      objectStore: env.OBJECT_STORE_PORT,
      mailbox: env.MAILBOX_PORT,
      personServices: env.PERSON_SERVICES_PORT,
      scripts: env.SCRIPTS_PORT,
    },
    host: env.SANDBOX_HOST,
    allowedOrigins: env.SITE_ORIGIN.split(',').map((origin) => origin.trim()),
    hostedPools: env.HOSTED_POOLS,
    ...(tokenSeconds !== undefined && {
      tokenLifetimes: { idSeconds: tokenSeconds, accessSeconds: tokenSeconds },
    }),
    ...(authSessionSeconds !== undefined && { authSessionSeconds }),
    ...(credentialSeconds !== undefined && { credentialSeconds }),
  })
}

const fail = (error: unknown) => {
  console.error(`Sandbox: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}

try {
  const sandbox = await start()
  const stop = () => void sandbox.close().then(() => process.exit(), fail)
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  // Stops if the parent process (a test or a script) was killed. If that happened during this start, there is
  // no event `disconnect`.
  process.once('disconnect', stop)
  if (process.send && !process.connected) stop()
  // Without the callback, a message to a parent that has just ended would be an uncaught error.
  if (process.send) process.send('ready', undefined, undefined, () => undefined)
  else console.log(JSON.stringify({ ready: 'sandbox', ...sandbox.addresses }))
} catch (error) {
  fail(error)
}
