import { expose } from 'comlink'
import { createUploadWorker } from './create-upload-worker.ts'

expose(createUploadWorker())
