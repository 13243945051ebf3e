import type { JsonFile } from '../shared/json-file.ts'
import type { PoolPasskeys, PoolState } from './pool-state.ts'

/** Passkeys are on offer, so that newcomers can see them. The site of the sandbox is on `localhost`. */
const defaultPasskeys: PoolPasskeys = {
  isFirstFactor: true,
  relyingPartyId: 'localhost',
  userVerification: 'required',
}

/** Stores whether users of a pool may sign in with passkeys, and for which site passkeys are. */
export const createPasskeySettings = (file: JsonFile<PoolState>) => {
  const get = (): PoolPasskeys => file.content.passkeys ?? defaultPasskeys
  return {
    get,
    change: (changes: Partial<PoolPasskeys>) =>
      file.change((state) => ({ ...state, passkeys: { ...get(), ...changes } })),
  }
}
