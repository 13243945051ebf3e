import { useSyncExternalStore } from 'react'
import type { UploadClient, UploadSnapshot } from './contract.ts'

/** The uploads as they are now. */
export const useUploads = (uploads: Pick<UploadClient, 'snapshot' | 'subscribe'>): UploadSnapshot =>
  useSyncExternalStore(uploads.subscribe, uploads.snapshot)
