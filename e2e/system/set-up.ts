import type { FullConfig } from '@playwright/test'
import { buildProducts } from './build-products.ts'
import { keepProducts } from './keep-products.ts'

/** Before the journeys of a run; resolves to what is done after them. */
export default async ({ workers }: FullConfig): Promise<() => Promise<void>> => {
  await buildProducts(workers)
  return keepProducts()
}
