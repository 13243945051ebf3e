import * as v from 'valibot'
import { startSandbox } from './start-sandbox.ts'

const port = (fallback: number) =>
  v.optional(v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number), v.maxValue(65_535)), `${fallback}`)
const seconds = v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/), v.transform(Number)))

const environment = v.object({
  USER_POOL_PORT: port(8081),
  OBJECT_STORE_PORT: port(8082),
  MAILBOX_PORT: port(8083),
  PERSON_SERVICES_PORT: port(8084),
  SCRIPTS_PORT: port(8086),
  SANDBOX_HOST: v.optional(v.string(), 'localhost'),
  SANDBOX_DATA: v.optional(v.string(), '.data/sandbox'),
  /** one or more origins, separated by commas */
  SITE_ORIGIN: v.optional(v.string(), 'http://localhost:8080'),
  /** lifetime of identity and access tokens */
  TOKEN_SECONDS: seconds,
  /** lifetime of storage credentials */
  CREDENTIAL_SECONDS: seconds,
})

const readEnvironment = () => {
  const parsed = v.safeParse(environment, process.env)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  throw new Error(`${v.getDotPath(issue) ?? 'environment'} is ${issue.received}, which is invalid`)
}

const start = () => {
  const env = readEnvironment()
  const { TOKEN_SECONDS: token, CREDENTIAL_SECONDS: credential } = env
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
    ...(token === undefined ? {} : { tokenLifetimes: { idSeconds: token, accessSeconds: token } }),
    ...(credential === undefined ? {} : { credentialSeconds: credential }),
  })
}

try {
  const sandbox = await start()
  const stop = () => void sandbox.close().then(() => process.exit(), fail)
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  // A parent that was killed, perhaps during our start, can no longer stop this process.
  process.once('disconnect', stop)
  if (process.send && !process.connected) stop()
  if (process.send) process.send('ready', undefined, undefined, () => undefined)
  else console.log(JSON.stringify({ ready: 'sandbox', ...sandbox.addresses }))
} catch (error) {
  fail(error)
}

function fail(error: unknown) {
  console.error(`Sandbox: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
