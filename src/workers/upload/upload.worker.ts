import { expose } from 'comlink'
import type { UploadWorkerEntry } from '../../uploads/contract.ts'
import { createUploadWorker } from './create-upload-worker.ts'

expose({ open: createUploadWorker } satisfies UploadWorkerEntry)
