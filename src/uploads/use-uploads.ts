import { useSyncExternalStore } from 'react'
import type { UploadClient, UploadSnapshot } from './contract.ts'

export const useUploads = (uploads: Pick<UploadClient, 'snapshot' | 'subscribe'>): UploadSnapshot =>
  useSyncExternalStore(uploads.subscribe, uploads.snapshot)
