import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3'
import { createCredentialIssuer } from '../../shared/temporary-credentials.ts'
import { createObjectStore, objectStoreServerOptions, type ObjectStoreOptions } from '../object-store.ts'

export const bucket = 'breaking-barriers'
export const region = 'us-east-1'
export const ana = 'us-east-1:11111111-1111-4111-8111-111111111111'
export const ben = 'us-east-1:22222222-2222-4222-8222-222222222222'

/** The prefix of Ana's public files. */
export const shelf = `public/${ana}/`
/** The prefix as URLs contain it. */
export const encodedShelf = shelf.replace(':', '%3A')

export const credentials = createCredentialIssuer('a master key that only tests know')

const hourMs = 3_600_000

export type RunningStore = Awaited<ReturnType<typeof startObjectStore>>

/** Starts an object store on a free port with its own directory and AWS SDK clients. */
export const startObjectStore = async (overrides: Partial<ObjectStoreOptions> = {}) => {
  const directory = overrides.directory ?? mkdtempSync(join(tmpdir(), 'object-store-'))
  const faults: unknown[] = []
  const store = createObjectStore({
    directory,
    credentials,
    buckets: [bucket],
    region,
    allowedOrigins: 'any',
    onError: (fault) => faults.push(fault),
    ...overrides,
  })
  const server = createServer(objectStoreServerOptions, store.handler)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  const endpoint = `http://127.0.0.1:${address.port}`
  const clients: S3Client[] = []

  /** Creates a client of an identity, with credentials for one hour. */
  const createClient = (identityId: string, config: S3ClientConfig = {}) => {
    const { accessKeyId, secretAccessKey, sessionToken } = credentials.issue(identityId, Date.now() + hourMs)
    const client = new S3Client({
      endpoint,
      region,
      forcePathStyle: true,
      maxAttempts: 1,
      credentials: { accessKeyId, secretAccessKey, sessionToken },
      ...config,
    })
    clients.push(client)
    return client
  }

  const stop = async () => {
    for (const client of clients) client.destroy()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await store.close()
  }

  /** Removes the directory. Throws if there are faults that no test has checked. */
  const remove = () => {
    rmSync(directory, { recursive: true })
    if (faults.length > 0) throw new AggregateError(faults, 'The object store had faults.')
  }

  return { endpoint, directory, faults, createClient, stop, remove }
}
