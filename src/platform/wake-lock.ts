/** The part of `navigator.wakeLock` that the app uses. */
export type WakeLocks = { request: (type: 'screen') => Promise<{ release: () => Promise<void> }> }

/** The screen of this device. `wakeLock` is missing in some browsers. */
export type DeviceScreen = {
  wakeLock?: WakeLocks | undefined
  /** Calls `listener` each time the page becomes visible. */
  onVisible: (listener: () => void) => void
}

/** Returns the function that keeps the screen on, or lets it turn off again. */
export const createWakeLock = ({ wakeLock, onVisible }: DeviceScreen): ((shouldKeepOn: boolean) => void) => {
  /** The request for the lock, or undefined while the screen may turn off. */
  let lockRequest: Promise<{ release: () => Promise<void> } | undefined> | undefined

  const requestLock = () => {
    // The browser refuses on a hidden page or with a low battery. The screen then turns off as usual.
    lockRequest = wakeLock?.request('screen').catch(() => undefined)
  }
  // The browser releases the lock when the page is hidden.
  onVisible(() => {
    if (lockRequest) requestLock()
  })

  return (shouldKeepOn) => {
    if (shouldKeepOn === (lockRequest !== undefined)) return
    if (shouldKeepOn) return requestLock()
    void lockRequest?.then((lock) => lock?.release())
    lockRequest = undefined
  }
}
