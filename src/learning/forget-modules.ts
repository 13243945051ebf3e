import type { KeyValues } from '../platform/storage/key-values.ts'
import { recordsPrefix } from './module-records.ts'
import { seenPrefix } from './seen-here.ts'
import { positionsPrefix } from './video-position.ts'

/** Deletes this device's records of modules, for all customers. Drafts of answers stay. */
export const forgetModules = async (values: Pick<KeyValues, 'clear'>): Promise<void> => {
  await Promise.all([recordsPrefix, seenPrefix, positionsPrefix].map((prefix) => values.clear(prefix)))
}
