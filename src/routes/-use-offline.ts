import { useSyncExternalStore } from 'react'
import type { Services } from '../app/services/services.ts'

/** Whether the server cannot be reached at the moment. */
export const useOffline = ({ offline }: Pick<Services, 'offline'>): boolean =>
  !useSyncExternalStore(offline.connectivity.subscribe, offline.connectivity.state).online
