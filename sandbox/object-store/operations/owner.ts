import { createHash } from 'node:crypto'
import { element, text } from '../http/xml.ts'

/** The account behind a bucket. S3 names it by 64 hexadecimal digits. */
export const ownerElement = (bucket: string) =>
  element('Owner', text('ID', createHash('sha256').update(bucket).digest('hex')), text('DisplayName', bucket))

/** Who began an upload. */
export const initiatorElement = (identityId: string) =>
  element('Initiator', text('ID', identityId), text('DisplayName', identityId))
