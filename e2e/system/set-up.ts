import type { FullConfig } from '@playwright/test'
import { buildProducts } from './build-products.ts'
import { keepProducts } from './keep-products.ts'

/** Prepares a run of journeys. Resolves with its clean-up. */
export default async ({ workers }: FullConfig): Promise<() => Promise<void>> => {
  await buildProducts(workers)
  return keepProducts()
}
