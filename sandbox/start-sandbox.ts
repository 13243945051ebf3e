import { randomBytes } from 'node:crypto'
import { createServer, type RequestListener, type ServerOptions } from 'node:http'
import { join } from 'node:path'
import * as v from 'valibot'
import { challengeMinutes } from '../src/config/challenge-minutes.ts'
import type { PoolName } from '../src/config/locales.ts'
import { listen, stopListening, type ListenOptions } from '../node/listen.ts'
import { lockDirectory } from '../node/lock-directory.ts'
import { createCognitoHandler } from './aws-json/cognito-handler.ts'
import { createPersonServices } from './create-person-services.ts'
import { createIdentityPool } from './identity-pool/create-identity-pool.ts'
import { createIdentityPoolOperations } from './identity-pool/identity-pool-operations.ts'
import { createMailbox } from './mailbox/create-mailbox.ts'
import { createObjectStore, objectStoreServerOptions } from './object-store/object-store.ts'
import { createScriptHost } from './scripts/create-script-host.ts'
import { openJsonFile } from './shared/json-file.ts'
import { identityPool, storage } from './shared/settings.ts'
import { createCredentialIssuer, type CredentialIssuer } from './shared/temporary-credentials.ts'
import { defaultTokenLifetimes, type TokenLifetimes } from './user-pool/pool-tokens.ts'
import { createHostedSignIn } from './user-pool/hosted/create-hosted-sign-in.ts'
import { createUserPoolOperations } from './user-pool/user-pool-operations.ts'
import { createUserPools } from './user-pool/user-pools.ts'

export type SandboxOptions = {
  /** Where everything is stored. Only one running sandbox may use it. */
  directory: string
  /** 0 picks a free port. */
  ports: { userPool: number; objectStore: number; mailbox: number; personServices: number; scripts: number }
  /**
   * The origins whose pages may use the object store and the person services: the profile services, the
   * consent service and the loyalty provider. The hosted sign-in page returns to them.
   */
  allowedOrigins: readonly string[]
  host?: string
  /** The user pools that have a domain with a hosted sign-in page. */
  hostedPools?: readonly PoolName[]
  tokenLifetimes?: Partial<TokenLifetimes>
  /** How long a user has for each challenge of a sign-in. */
  authSessionSeconds?: number
  /** How long storage credentials last. */
  credentialSeconds?: number
  /** In ms since the epoch. */
  now?: () => number
}

/**
 * How long a response in progress may take when the sandbox stops. Longer uploads are cut off and resume
 * later.
 */
const closeGraceMs = 500

/** As in production. Cognito's own default is 3 minutes. */
const defaultAuthSessionSeconds = challengeMinutes * 60

/**
 * Reads or creates the key that issues and checks storage credentials, so that they stay valid after a
 * restart.
 */
const openMasterKey = async (directory: string): Promise<string> => {
  const file = await openJsonFile(join(directory, 'master-key.json'), v.object({ key: v.string() }), () => ({
    key: randomBytes(32).toString('base64'),
  }))
  return file.content.key
}

/** The settings that the stand-ins share, with the defaults filled in. */
type ServiceOptions = {
  directory: string
  allowedOrigins: readonly string[]
  hostedPools: readonly PoolName[]
  tokenLifetimes: TokenLifetimes
  authSessionSeconds: number
  credentialSeconds: number
  now: () => number
}

/** Creates the user pools, the identity pool and the mailbox for their codes. */
const createSignInServices = async (options: ServiceOptions, credentials: CredentialIssuer) => {
  const { directory, tokenLifetimes, authSessionSeconds, credentialSeconds, now } = options
  const mailbox = await createMailbox({ directory: join(directory, 'mailbox'), now })
  const pools = await createUserPools({
    directory: join(directory, 'user-pools'),
    deliverEmail: mailbox.deliverEmail,
    lifetimes: tokenLifetimes,
    authSessionSeconds,
    now,
  })

  const identities = await createIdentityPool({
    ...identityPool,
    directory: join(directory, 'identity-pool'),
    trustedIssuers: pools.all.map(({ definition, issuer }) => ({
      provider: issuer.issuer.replace('https://', ''),
      audience: definition.clientId,
      tokens: issuer,
    })),
    credentialIssuer: credentials,
    credentialSeconds,
    now,
  })

  const userPool = createCognitoHandler({
    operations: {
      AWSCognitoIdentityProviderService: createUserPoolOperations(pools),
      AWSCognitoIdentityService: createIdentityPoolOperations(identities),
    },
    getKeySet: (userPoolId) => pools.findById(userPoolId)?.getKeySet(),
    hostedSignIn: createHostedSignIn(pools, options),
  })
  return { userPool, pools, mailbox }
}

/** Creates the request handler of every stand-in. `closeObjectStore` waits for its writes in progress. */
const createHandlers = async (options: ServiceOptions) => {
  const { directory, allowedOrigins, tokenLifetimes, now } = options
  const credentials = createCredentialIssuer(await openMasterKey(directory))
  const signInServices = await createSignInServices(options, credentials)
  const personServices = await createPersonServices({
    directory,
    pools: signInServices.pools,
    deliverEmail: signInServices.mailbox.deliverEmail,
    lifetimes: tokenLifetimes,
    allowedOrigins,
    now,
  })
  const objectStore = createObjectStore({
    directory: join(directory, 'object-store'),
    credentials,
    buckets: [storage.bucket],
    region: storage.region,
    allowedOrigins,
    now,
  })
  return {
    userPool: signInServices.userPool,
    objectStore: objectStore.handler,
    mailbox: signInServices.mailbox.handler,
    personServices: personServices.handler,
    scripts: createScriptHost(),
    closeObjectStore: objectStore.close,
  }
}

/**
 * Starts every stand-in and returns their URLs. Throws an error with one clear line if the directory or a
 * port is unavailable.
 */
export const startSandbox = async (options: SandboxOptions) => {
  const { directory, ports, allowedOrigins, host = 'localhost' } = options
  const { hostedPools = [], tokenLifetimes, credentialSeconds = 3600, now = Date.now } = options
  const { authSessionSeconds = defaultAuthSessionSeconds } = options
  // The functions that close what was opened, in the order of opening. `close` also runs if the start fails.
  const closers: (() => void | Promise<void>)[] = []
  const close = async () => {
    for (const closer of closers.splice(0).toReversed()) await closer()
  }
  const serve = async (
    listenOptions: ListenOptions,
    handler: RequestListener,
    serverOptions: ServerOptions = {},
  ) => {
    const server = createServer(serverOptions, handler)
    const port = await listen(server, { host, ...listenOptions })
    closers.push(() => stopListening(server, closeGraceMs))
    return `http://localhost:${port}`
  }

  try {
    closers.push(lockDirectory(directory))
    const handlers = await createHandlers({
      directory,
      allowedOrigins,
      hostedPools,
      tokenLifetimes: { ...defaultTokenLifetimes, ...tokenLifetimes },
      authSessionSeconds,
      credentialSeconds,
      now,
    })
    closers.push(handlers.closeObjectStore)
    const addresses = {
      userPool: await serve({ port: ports.userPool, variable: 'USER_POOL_PORT' }, handlers.userPool),
      objectStore: await serve(
        { port: ports.objectStore, variable: 'OBJECT_STORE_PORT' },
        handlers.objectStore,
        objectStoreServerOptions,
      ),
      mailbox: await serve({ port: ports.mailbox, variable: 'MAILBOX_PORT' }, handlers.mailbox),
      personServices: await serve(
        { port: ports.personServices, variable: 'PERSON_SERVICES_PORT' },
        handlers.personServices,
      ),
      scripts: await serve({ port: ports.scripts, variable: 'SCRIPTS_PORT' }, handlers.scripts),
    }
    return { addresses, close }
  } catch (error) {
    await close()
    throw error
  }
}
