import { CopyObjectCommand } from '@aws-sdk/client-s3'
import { fail, ok, type Result } from '../../../lib/result.ts'
import type { Log } from '../../../platform/log.ts'
import { headObject } from '../transport/head-object.ts'
import { checkKey } from './create-caller.ts'
import type {
  CopyCall,
  CopyEnd,
  StorageCalls,
  StorageProblem,
  Stored,
} from '../../../uploads/storage-calls.ts'
import { copyInParts, type Copying, type CopyLimits } from './copy-in-parts.ts'
import type { Caller } from './create-caller.ts'
import { problem } from './storage-problem.ts'

type Deps = { caller: Caller; log: Log; limits: CopyLimits }

/** The keys of both ends (specification §5), each of which a caller in JavaScript can get wrong in its own way. */
const checkEnds = ({ source, destination }: CopyCall): Result<void, StorageProblem> => {
  const given: Partial<CopyEnd> = source
  if (typeof given.key !== 'string' || given.key === '') return fail(problem('NoSourceKey'))
  const wanted: Partial<CopyEnd> = destination
  if (typeof wanted.key !== 'string' || wanted.key === '') return fail(problem('NoDestinationKey'))
  const checked = checkKey(given.key)
  const key = checked.ok ? checkKey(wanted.key) : checked
  return key.ok ? ok(undefined) : key
}

const pathOf = (key: string): string => key.split('/').map(encodeURIComponent).join('/')

const copyWhole = async ({ request, target, source, found, ifNew }: Copying) => {
  const input = {
    ...target,
    CopySource: source,
    ...(found.ETag && { CopySourceIfMatch: found.ETag }),
    ...(ifNew && { IfNoneMatch: '*' }),
  }
  const result = await request((client, options) => client.send(new CopyObjectCommand(input), options))
  return result.ok ? ok(result.value.CopyObjectResult?.ETag) : result
}

/** Copies an object inside the bucket, as it was when the copy began, whatever its size. */
export const createCopy =
  ({ caller, log, limits }: Deps): StorageCalls['copy'] =>
  (call) =>
    caller<Stored>(call, async ({ bucket, prefixOf, ...requests }) => {
      const checked = checkEnds(call)
      if (!checked.ok) return checked
      const { source, destination, ifNew = false } = call
      const { identityId, level = 'public' } = source
      if (identityId !== undefined && level !== 'protected') {
        const warning = "You may copy files from another user if the source level is 'protected'"
        log.warn(`${warning}, currently it is '${level}'`)
      }
      const from = prefixOf(source) + source.key
      const found = await requests.query((client, options) =>
        headObject(client, { Bucket: bucket, Key: from }, options),
      )
      if (!found.ok) return found
      const copying = {
        ...requests,
        target: { Bucket: bucket, Key: prefixOf(destination) + destination.key },
        source: `${bucket}/${pathOf(from)}`,
        found: found.value,
        ifNew,
      }
      const isWhole = (found.value.ContentLength ?? 0) <= limits.whole
      const copied = await (isWhole ? copyWhole(copying) : copyInParts(copying, limits))
      if (!copied.ok) return copied
      return ok({ key: destination.key, ...(copied.value && { eTag: copied.value }) })
    })
