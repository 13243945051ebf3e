import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  type CompletedPart,
  CreateMultipartUploadCommand,
  type CreateMultipartUploadCommandInput,
  ListPartsCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { bucket } from './running-store.ts'

/** The minimum size of every part except the last, in bytes. */
export const fullPart = 5 * 1024 * 1024

/** Begins a multipart upload and returns the calls that continue it. */
export const uploadsBy =
  (send: S3Client['send']) =>
  async (key: string, input: Partial<CreateMultipartUploadCommandInput> = {}) => {
    const { UploadId } = await send(new CreateMultipartUploadCommand({ Bucket: bucket, Key: key, ...input }))
    const target = { Bucket: bucket, Key: key, UploadId }
    return {
      target,
      part: (PartNumber: number, Body: string | Buffer, input = {}) =>
        send(new UploadPartCommand({ ...target, PartNumber, Body, ...input })),
      complete: (Parts: CompletedPart[], input = {}) =>
        send(new CompleteMultipartUploadCommand({ ...target, MultipartUpload: { Parts }, ...input })),
      abort: () => send(new AbortMultipartUploadCommand(target)),
      parts: (input = {}) => send(new ListPartsCommand({ ...target, ...input })),
    }
  }
