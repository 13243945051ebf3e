/** The part of `navigator.wakeLock` that the app uses; absent in browsers without it. */
export type WakeLocks = { request: (type: 'screen') => Promise<{ release: () => Promise<void> }> }

export type Screen = {
  wakeLock?: WakeLocks | undefined
  /** Calls the listener each time the page becomes visible. */
  onVisible: (listener: () => void) => void
}

/** Keeps the screen on while bytes move: a phone that sleeps cuts the connection. */
export const createWakeLock = ({ wakeLock, onVisible }: Screen): ((wanted: boolean) => void) => {
  let held: Promise<{ release: () => Promise<void> } | undefined> | undefined

  const take = () => {
    // Refused on a hidden page and with a low battery: the upload continues without it.
    held = wakeLock?.request('screen').catch(() => undefined)
  }
  // The browser releases the lock of a hidden page.
  onVisible(() => held && take())

  return (wanted) => {
    if (wanted === (held !== undefined)) return
    if (wanted) return take()
    void held?.then((lock) => lock?.release())
    held = undefined
  }
}
