import type { JsonFile } from '../shared/json-file.ts'
import {
  factorNames,
  type DeviceTracking,
  type PoolMfa,
  type PoolPasskeys,
  type PoolState,
} from './pool-state.ts'

/** Offers every second factor, so that newcomers can see all of them, and requires none. */
const defaultMfa: PoolMfa = { configuration: 'OPTIONAL', factors: [...factorNames] }

/** As the stacks in `deploy/` configure the pools: users choose the devices that replace their second factor. */
const defaultTracking: DeviceTracking = {
  challengeRequiredOnNewDevice: true,
  deviceOnlyRememberedOnUserPrompt: true,
}

/** Offers passkeys, so that newcomers can see them. The site of the sandbox is on `localhost`. */
const defaultPasskeys: PoolPasskeys = {
  isFirstFactor: true,
  relyingPartyId: 'localhost',
  userVerification: 'required',
}

/** Stores what an operator can change while the pool runs. */
export const createPoolSettings = (file: JsonFile<PoolState>) => {
  /** Which second factors the pool offers, and whether it requires one. */
  const mfa = {
    get: (): PoolMfa => file.content.mfa ?? defaultMfa,
    set: (changed: PoolMfa) => file.change((state) => ({ ...state, mfa: changed })),
  }

  /** How the pool tracks devices. Undefined: not at all. */
  const deviceTracking = {
    get: (): DeviceTracking | undefined => {
      const { deviceTracking: stored = defaultTracking } = file.content
      return stored ?? undefined
    },
    set: (tracking: DeviceTracking | undefined) =>
      file.change((state) => ({ ...state, deviceTracking: tracking ?? null })),
  }

  const getPasskeys = (): PoolPasskeys => file.content.passkeys ?? defaultPasskeys
  /** Whether users may sign in with passkeys, and for which site passkeys are. */
  const passkeys = {
    get: getPasskeys,
    change: (changes: Partial<PoolPasskeys>) =>
      file.change((state) => ({ ...state, passkeys: { ...getPasskeys(), ...changes } })),
  }

  return { mfa, deviceTracking, passkeys }
}
