import { DeleteObjectCommand, GetObjectCommand } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { S3Client } from '../transport/s3-client.ts'
import type { Handler } from './create-caller.ts'

/** Seconds; specification §9. */
const presignedFor = 900

/** RFC 6266: gives the name in both of its forms, so that every browser understands it. */
const attachment = (name: string): string => {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const exact = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`
}

const nameOf = (key: string): string => key.slice(key.lastIndexOf('/') + 1)

/**
 * Addresses that need no other credentials while they are valid. No request is sent, so the object may not
 * exist.
 */
export const createPresigned = (
  now: () => number,
): { presignedGet: Handler<'presignedGet'>; presignedRemove: Handler<'presignedRemove'> } => {
  /** Signs by the clock of the store, as far as the client knows it. */
  const at = (client: S3Client, expiresIn = presignedFor) => ({
    expiresIn,
    signingDate: new Date(now() + client.config.systemClockOffset),
  })
  return {
    presignedGet: (calling, call) =>
      calling.request((client) => {
        const { key, expires, download = false, contentType } = call
        const command = new GetObjectCommand({
          ...calling.at(call),
          ...(download && { ResponseContentDisposition: attachment(nameOf(key)) }),
          ...(contentType !== undefined && { ResponseContentType: contentType }),
        })
        return getSignedUrl(client, command, at(client, expires))
      }),
    presignedRemove: (calling, call) =>
      calling.request((client) =>
        getSignedUrl(client, new DeleteObjectCommand(calling.at(call)), at(client)),
      ),
  }
}
