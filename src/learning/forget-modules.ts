import type { KeyValues } from '../platform/storage/key-values.ts'
import { recordsPrefix } from './module-records.ts'
import { seenPrefix } from './seen-here.ts'
import { positionsPrefix } from './video-position.ts'

/** Forgets what this device remembers of modules, whoever worked through them: a draft of answers is not among it. */
export const forgetModules = async (values: Pick<KeyValues, 'clear'>): Promise<void> => {
  await Promise.all([recordsPrefix, seenPrefix, positionsPrefix].map((prefix) => values.clear(prefix)))
}
