import { useSyncExternalStore } from 'react'
import type { Services } from '../app/services.ts'

/** Whether the server cannot be reached at the moment. */
export const useOffline = ({ connectivity }: Pick<Services, 'connectivity'>): boolean =>
  !useSyncExternalStore(connectivity.subscribe, connectivity.state).online
