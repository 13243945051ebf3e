import { createHash } from 'node:crypto'
import type { Elements } from '../http/xml.ts'
import { storageClassOf } from '../objects/storage-class.ts'
import type { OpenUpload } from '../store/catalogue.ts'

/** The owner of a bucket. S3 identifies it by 64 hexadecimal digits. */
export const ownerOf = (bucket: string) => ({
  ID: createHash('sha256').update(bucket).digest('hex'),
  DisplayName: bucket,
})

/** The elements by which every listing describes an open upload. */
export const uploadElements = (upload: OpenUpload, write = (key: string) => key): Elements => ({
  Key: write(upload.key),
  UploadId: upload.uploadId,
  Initiator: { ID: upload.initiator, DisplayName: upload.initiator },
  Owner: ownerOf(upload.bucket),
  StorageClass: storageClassOf(upload),
  ChecksumAlgorithm: upload.checksumAlgorithm?.toUpperCase(),
  ChecksumType: upload.checksumAlgorithm && 'COMPOSITE',
  Initiated: new Date(upload.initiated).toISOString(),
})
