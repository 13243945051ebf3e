import { randomBytes } from 'node:crypto'
import { createServer, type RequestListener, type ServerOptions } from 'node:http'
import { join } from 'node:path'
import * as v from 'valibot'
import { listen, stopListening, type Place } from '../node/listen.ts'
import { lockDirectory } from '../node/lock-directory.ts'
import { openJsonFile } from './shared/json-file.ts'
import { createObjectStore, objectStoreServerOptions } from './object-store/object-store.ts'
import { createPersonServices } from './create-person-services.ts'
import { storage, identityPool } from './shared/settings.ts'
import { createScripts } from './scripts/create-scripts.ts'
import { createCredentialIssuer, type CredentialIssuer } from './shared/temporary-credentials.ts'
import { defaultTokenLifetimes, type TokenLifetimes } from './user-pool/pool-tokens.ts'
import { createCognitoHandler } from './aws-json/cognito-handler.ts'
import { createIdentityPool } from './identity-pool/create-identity-pool.ts'
import { identityPoolOperations } from './identity-pool/identity-pool-operations.ts'
import { createMailbox } from './mailbox/create-mailbox.ts'
import { userPoolOperations } from './user-pool/user-pool-operations.ts'
import { createUserPools } from './user-pool/user-pools.ts'

export type SandboxOptions = {
  /** where everything is stored; one running sandbox per directory */
  directory: string
  /** 0 picks a free port */
  ports: { userPool: number; objectStore: number; mailbox: number; personServices: number; scripts: number }
  /** origins whose pages may use the object store and the person's services */
  allowedOrigins: readonly string[]
  host?: string
  tokenLifetimes?: Partial<TokenLifetimes>
  /** how long storage credentials last */
  credentialSeconds?: number
  now?: () => number
}

/** ms. A response in progress may finish; a long upload is cut off and will resume. */
const closeGrace = 500

/** Starts every stand-in. Fails with one clear line if the directory or a port is unavailable. */
export const startSandbox = async (options: SandboxOptions) => {
  const { directory, ports, allowedOrigins, host = 'localhost', now = Date.now } = options
  // Functions that close what was opened, run in reverse order at the end or if a later step fails.
  const opened: (() => void | Promise<void>)[] = []
  const close = async () => {
    for (const close of opened.splice(0).toReversed()) await close()
  }
  const serve = async (place: Place, handler: RequestListener, serverOptions: ServerOptions = {}) => {
    const server = createServer(serverOptions, handler)
    const port = await listen(server, { host, ...place })
    opened.push(() => stopListening(server, closeGrace))
    return `http://localhost:${port}`
  }

  try {
    opened.push(lockDirectory(directory))
    const credentials = createCredentialIssuer(await masterKeyOf(directory))
    const tokenLifetimes = { ...defaultTokenLifetimes, ...options.tokenLifetimes }
    const signIn = await createSignInServices({
      directory,
      credentials,
      tokenLifetimes,
      credentialSeconds: options.credentialSeconds ?? 3600,
      now,
    })
    const personServices = await createPersonServices({
      directory,
      pools: signIn.pools,
      deliver: signIn.mailbox.deliver,
      lifetimes: tokenLifetimes,
      allowedOrigins,
      now,
    })
    const objects = createObjectStore({
      directory: join(directory, 'object-store'),
      credentials,
      buckets: [storage.bucket],
      region: storage.region,
      allowedOrigins,
      now,
    })
    opened.push(objects.close)
    const addresses = {
      userPool: await serve({ port: ports.userPool, variable: 'USER_POOL_PORT' }, signIn.userPool),
      objectStore: await serve(
        { port: ports.objectStore, variable: 'OBJECT_STORE_PORT' },
        objects.handler,
        objectStoreServerOptions,
      ),
      mailbox: await serve({ port: ports.mailbox, variable: 'MAILBOX_PORT' }, signIn.mailbox.handler),
      personServices: await serve(
        { port: ports.personServices, variable: 'PERSON_SERVICES_PORT' },
        personServices.handler,
      ),
      scripts: await serve({ port: ports.scripts, variable: 'SCRIPTS_PORT' }, createScripts()),
    }
    return { addresses, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** The key by which storage credentials are issued and checked. Stored, so that they outlive a restart. */
const masterKeyOf = async (directory: string): Promise<string> => {
  const file = await openJsonFile(join(directory, 'master-key.json'), v.object({ key: v.string() }), () => ({
    key: randomBytes(32).toString('base64'),
  }))
  return file.content.key
}

type SignInOptions = {
  directory: string
  credentials: CredentialIssuer
  tokenLifetimes: TokenLifetimes
  credentialSeconds: number
  now: () => number
}

/** Creates the user pools, the identity pool and the mailbox for their codes. */
const createSignInServices = async (options: SignInOptions) => {
  const { directory, credentials, tokenLifetimes, credentialSeconds, now } = options
  const mailbox = await createMailbox({ directory: join(directory, 'mailbox'), now })
  const pools = await createUserPools({
    directory: join(directory, 'user-pools'),
    deliver: mailbox.deliver,
    lifetimes: tokenLifetimes,
    now,
  })

  const identities = await createIdentityPool({
    ...identityPool,
    directory: join(directory, 'identity-pool'),
    trusted: pools.all.map(({ definition, issuer }) => ({
      provider: issuer.issuer.replace('https://', ''),
      audience: definition.clientId,
      tokens: issuer,
    })),
    credentials,
    credentialSeconds,
    now,
  })

  const userPool = createCognitoHandler({
    operations: {
      AWSCognitoIdentityProviderService: userPoolOperations(pools),
      AWSCognitoIdentityService: identityPoolOperations(identities),
    },
    keySet: (userPoolId) => pools.byId(userPoolId)?.keySet(),
  })
  return { userPool, pools, mailbox }
}
