import type { DeviceScreen, WakeLocks } from '../../platform/wake-lock.ts'

/** The screen of the device that runs this page. */
export const createDeviceScreen = (): DeviceScreen => {
  const { wakeLock }: { wakeLock?: WakeLocks } = navigator
  return {
    wakeLock,
    onVisible: (listener) =>
      document.addEventListener('visibilitychange', () => {
        if (document.visibilityState === 'visible') listener()
      }),
  }
}
