import type { Env } from '../../config/env.ts'
import type { ProductApiClient } from '../../contract/product-api-client.ts'
import type { KeyValues } from '../../platform/storage/key-values.ts'
import type { Fetch } from './call-aws.ts'

/** What identity providers need of the world; each takes what it uses. */
export type ProviderDeps = {
  env: Env
  api: ProductApiClient
  fetch: Fetch
  values: KeyValues
  sleep: (ms: number) => Promise<void>
  now: () => number
  /** Runs one after the other what two tabs must not do at the same time. */
  exclusive: <T>(work: () => Promise<T>) => Promise<T>
}
