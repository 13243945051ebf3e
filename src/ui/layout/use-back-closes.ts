import { createContext, use, useEffect, useEffectEvent } from 'react'

/** The layers over the page, for example dialogs, that the browser's Back closes. */
export type Layers = {
  /** Adds a layer that Back closes. Returns a function to call when the layer was closed in another way. */
  add: (close: () => void) => () => void
}

/** Undefined outside the app, for example in a test, where Back closes nothing. */
export const LayersContext = createContext<Layers | undefined>(undefined)

/** Makes the browser's Back close an open layer instead of leaving the page. */
export const useBackCloses = (isOpen: boolean, onClose: () => void): void => {
  const layers = use(LayersContext)
  const close = useEffectEvent(onClose)
  useEffect(() => (isOpen ? layers?.add(() => close()) : undefined), [isOpen, layers])
}
