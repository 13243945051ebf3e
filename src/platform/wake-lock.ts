/** The part of `navigator.wakeLock` that the app uses; absent in browsers without it. */
export type WakeLocks = { request: (type: 'screen') => Promise<{ release: () => Promise<void> }> }

/** The screen of this device: its wake lock, and whether it shows the page. */
export type DeviceScreen = {
  wakeLock?: WakeLocks | undefined
  /** Calls the listener each time the page becomes visible. */
  onVisible: (listener: () => void) => void
}

/** Keeps the screen on. The returned function receives whether the screen is to stay on. */
export const createWakeLock = ({ wakeLock, onVisible }: DeviceScreen): ((keepOn: boolean) => void) => {
  /** The request for the lock; undefined while the screen may turn off. */
  let lockRequest: Promise<{ release: () => Promise<void> } | undefined> | undefined

  const requestLock = () => {
    // Refused on a hidden page and with a low battery. Then the screen turns off as usual.
    lockRequest = wakeLock?.request('screen').catch(() => undefined)
  }
  // The browser releases the lock of a hidden page.
  onVisible(() => lockRequest && requestLock())

  return (keepOn) => {
    if (keepOn === (lockRequest !== undefined)) return
    if (keepOn) return requestLock()
    void lockRequest?.then((lock) => lock?.release())
    lockRequest = undefined
  }
}
