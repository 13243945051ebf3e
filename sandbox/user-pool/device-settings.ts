import type { JsonFile } from '../shared/json-file.ts'
import type { DeviceTracking, PoolState } from './pool-state.ts'

/** As the stacks in `deploy/` configure the pools: users choose the devices that replace their second factor. */
const defaultTracking: DeviceTracking = {
  challengeRequiredOnNewDevice: true,
  deviceOnlyRememberedOnUserPrompt: true,
}

/** Stores how a pool tracks devices. Undefined: not at all. */
export const createDeviceTracking = (file: JsonFile<PoolState>) => ({
  get: (): DeviceTracking | undefined => {
    const { deviceTracking = defaultTracking } = file.content
    return deviceTracking ?? undefined
  },
  set: (tracking: DeviceTracking | undefined) =>
    file.change((state) => ({ ...state, deviceTracking: tracking ?? null })),
})
