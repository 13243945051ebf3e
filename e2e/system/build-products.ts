import { rmSync } from 'node:fs'
import type { FullConfig } from '@playwright/test'
import { buildApp } from '../../scripts/product/product.ts'
import { testData } from './addresses.ts'
import { environmentOf } from './product.ts'

/** Builds the app of each worker's product: a build names the addresses of its services. */
export default async ({ workers }: FullConfig): Promise<void> => {
  rmSync(testData, { recursive: true, force: true })
  await Promise.all(Array.from({ length: workers }, (_, slot) => buildApp(environmentOf(slot))))
}
