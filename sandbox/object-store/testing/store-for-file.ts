import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll } from 'vitest'
import type { ObjectStoreOptions } from '../object-store.ts'
import { ana, type RunningStore, startObjectStore } from './running-store.ts'

/** Starts a store for the tests of one file. `send` makes calls as Ana. */
export const storeForFile = (overrides: Partial<ObjectStoreOptions> = {}) => {
  let store: RunningStore
  let client: S3Client

  beforeAll(async () => {
    store = await startObjectStore(overrides)
    client = store.createClient(ana)
  })

  afterAll(async () => {
    await store.stop()
    store.remove()
  })

  const send = ((command: never) => client.send(command)) as S3Client['send']

  /** Lists the files in a folder of the store's directory. */
  const filesIn = (folder: 'blobs' | 'incoming' | '.') => readdirSync(join(store.directory, folder))

  return { running: () => store, send, filesIn }
}
