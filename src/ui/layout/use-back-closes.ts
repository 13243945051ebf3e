import { createContext, use, useEffect, useEffectEvent } from 'react'

/** What lies over the page, as a dialog does. Where there is no history to hold them, nothing happens. */
export type Layers = {
  /** Adds one, which Back closes; returns what takes it away when it was closed in another way. */
  add: (close: () => void) => () => void
}

export const LayersContext = createContext<Layers | undefined>(undefined)

/** The way back of a phone closes what is open, and does not leave the page. */
export const useBackCloses = (open: boolean, onClose: () => void): void => {
  const layers = use(LayersContext)
  const close = useEffectEvent(onClose)
  useEffect(() => (open ? layers?.add(() => close()) : undefined), [open, layers])
}
