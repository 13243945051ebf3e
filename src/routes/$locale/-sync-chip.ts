import { createContext, use, type ReactNode } from 'react'

const SyncChipContext = createContext<ReactNode>(null)

/** Provides the chip of the header to the pages inside the shell that replace the header on a phone. */
export const SyncChipProvider = SyncChipContext.Provider

/** Returns the chip that shows whether everything is saved. */
export const useSyncChip = (): ReactNode => use(SyncChipContext)
