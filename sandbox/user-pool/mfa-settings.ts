import type { JsonFile } from '../shared/json-file.ts'
import { factorNames, type PoolMfa, type PoolState } from './pool-state.ts'

/** Every factor is on offer, so that newcomers can see each of them, and nobody needs one. */
const defaultMfa: PoolMfa = { configuration: 'OPTIONAL', factors: [...factorNames] }

/** Stores which second factors a pool offers and whether it requires one. */
export const createMfaSettings = (file: JsonFile<PoolState>) => ({
  get: (): PoolMfa => file.content.mfa ?? defaultMfa,
  set: (mfa: PoolMfa) => file.change((state) => ({ ...state, mfa })),
})
