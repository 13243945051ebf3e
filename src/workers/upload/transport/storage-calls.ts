import { GetObjectCommand, ListObjectsV2Command, type _Object as ListedObject } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { fail, ok, type Result } from '../../../lib/result.ts'
import type { StorageCalls, StorageProblem, StoredFile } from '../contract.ts'
import type { ObjectTransport } from '../engine/ports.ts'
import { objectKey } from '../object-key.ts'
import type { Answer, StorageFailure } from '../storage-failure.ts'
import type { AccessLevel } from '../task.ts'
import type { Credentials } from './credentials.ts'
import type { Sender } from './create-sender.ts'

/** s; specification §9 */
const presignedFor = 900
const filesPerPage = 100

type Deps = {
  bucket: string
  sender: Sender
  credentials: Credentials
  transport: Pick<ObjectTransport, 'head' | 'remove'>
  now: () => number
}

const silent = new Set<StorageFailure['kind']>(['unreachable', 'stalled', 'offline', 'aborted'])

const problemOf = (failure: StorageFailure): StorageProblem => {
  if (silent.has(failure.kind)) return { kind: 'offline' }
  if (failure.kind === 'sign-in-needed') return { kind: 'sign-in-needed' }
  const code = 'code' in failure ? failure.code : failure.kind
  return { kind: failure.kind === 'not-found' ? 'not-found' : 'refused', code }
}

const answered = async <T>(answer: Answer<T>): Promise<Result<T, StorageProblem>> => {
  const result = await answer
  return result.ok ? result : fail(problemOf(result.error))
}

const storedFile = (
  { Key, Size = 0, LastModified, ETag, StorageClass }: ListedObject,
  prefix: string,
): StoredFile[] => {
  // The prefix itself is an object where a console made a "folder" of it.
  if (!Key || Key === prefix) return []
  const known = { ...(ETag && { eTag: ETag }), ...(StorageClass && { storageClass: StorageClass }) }
  return [{ key: Key.slice(prefix.length), size: Size, lastModified: LastModified?.getTime() ?? 0, ...known }]
}

/** RFC 6266: a name that every browser understands, in the two ways of saying it. */
const attachment = (name: string): string => {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const exact = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`
}

/** The calls on stored files, each tried once: a person waits for the answer and can ask again. */
export const createStorageCalls = (deps: Deps): StorageCalls => {
  const { bucket: Bucket, sender, credentials, transport } = deps

  const withKey = async <T>(level: AccessLevel, key: string, call: (key: string) => Answer<T>) => {
    const present = await credentials.get()
    return present.ok ? call(objectKey(level, present.value.identityId, key)) : present
  }

  return {
    list: (level, next) =>
      answered(
        withKey(level, '', async (Prefix) => {
          const page = { Bucket, Prefix, MaxKeys: filesPerPage }
          const command = new ListObjectsV2Command({ ...page, ...(next && { ContinuationToken: next }) })
          const answer = await sender.send((client) => client.send(command))
          if (!answer.ok) return answer
          const { Contents = [], NextContinuationToken } = answer.value
          const files = Contents.flatMap((object) => storedFile(object, Prefix))
          return ok({ files, ...(NextContinuationToken && { next: NextContinuationToken }) })
        }),
      ),

    head: (level, key) =>
      answered(
        withKey(level, key, async (whole) => {
          const found = await transport.head(whole)
          return found.ok ? ok({ lastModified: 0, ...found.value, key }) : found
        }),
      ),

    remove: (level, key) => answered(withKey(level, key, (whole) => transport.remove(whole))),

    downloadAddress: (level, key) =>
      answered(
        withKey(level, key, (Key) => {
          const name = key.slice(key.lastIndexOf('/') + 1)
          const command = new GetObjectCommand({ Bucket, Key, ResponseContentDisposition: attachment(name) })
          return sender.send((client) => {
            const signingDate = new Date(deps.now() + client.config.systemClockOffset)
            return getSignedUrl(client, command, { expiresIn: presignedFor, signingDate })
          })
        }),
      ),
  }
}
