import type { Services } from '../app/services/services.ts'
import { useStore } from '../lib/use-store.ts'

/** Whether the server cannot be reached at the moment. */
export const useOffline = ({ offline }: Pick<Services, 'offline'>): boolean =>
  !useStore(offline.connectivity, offline.connectivity.state).online
