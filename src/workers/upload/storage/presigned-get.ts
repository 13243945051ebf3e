import { GetObjectCommand } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { Handler } from './create-caller.ts'

/** s; specification §9 */
const presignedFor = 900

/** RFC 6266: a name that every browser understands, in the two ways of saying it. */
const attachment = (name: string): string => {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const exact = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`
}

const nameOf = (key: string): string => key.slice(key.lastIndexOf('/') + 1)

/** An address that needs no further credentials for its time. No request is sent: the object may not exist. */
export const presignGet =
  (now: () => number): Handler<'presignedGet'> =>
  ({ request, at }, call) =>
    request((client) => {
      const { key, expires = presignedFor, download = false, contentType } = call
      const command = new GetObjectCommand({
        ...at(call),
        ...(download && { ResponseContentDisposition: attachment(nameOf(key)) }),
        ...(contentType !== undefined && { ResponseContentType: contentType }),
      })
      const signingDate = new Date(now() + client.config.systemClockOffset)
      return getSignedUrl(client, command, { expiresIn: expires, signingDate })
    })
