import { CopyObjectCommand } from '@aws-sdk/client-s3'
import { fail, ok, type Result } from '../../../lib/result.ts'
import type { Log } from '../../../platform/log.ts'
import type { CopyCall, CopyEnd, StorageProblem } from '../../../stored-files/storage-calls.ts'
import { headObject } from '../transport/head-object.ts'
import { copyInParts, type Copying } from './copy-in-parts.ts'
import { checkKey, type Handler } from './create-caller.ts'
import { problem } from './storage-problem.ts'

/** Bytes. S3 copies at most `whole` in one request; a larger object is copied in parts of at most `part`. */
export type CopyLimits = { whole: number; part: number }

/**
 * Checks the keys of source and destination (specification §5), because a caller in JavaScript can pass
 * anything.
 */
const checkEnds = ({ source, destination }: CopyCall): Result<unknown, StorageProblem> => {
  const given: Partial<CopyEnd> = source
  if (typeof given.key !== 'string' || given.key === '') return fail(problem('NoSourceKey'))
  const wanted: Partial<CopyEnd> = destination
  if (typeof wanted.key !== 'string' || wanted.key === '') return fail(problem('NoDestinationKey'))
  const checked = checkKey(given.key)
  return checked.ok ? checkKey(wanted.key) : checked
}

const warnOfForeignSource = ({ identityId, level = 'public' }: CopyEnd, log: Log) => {
  if (identityId === undefined || level === 'protected') return
  const warning = "You may copy files from another user if the source level is 'protected'"
  log.warn(`${warning}, currently it is '${level}'`)
}

const copyWhole = ({ request, target, source, found, ifNew }: Copying) =>
  request(async (client, options) => {
    const command = new CopyObjectCommand({
      ...target,
      CopySource: source,
      CopySourceIfMatch: found.ETag,
      IfNoneMatch: ifNew ? '*' : undefined,
    })
    const { CopyObjectResult } = await client.send(command, options)
    return CopyObjectResult?.ETag
  })

/** Copies an object of any size inside the bucket, as the object was when the copy began. */
export const copyObject =
  (log: Log, limits: CopyLimits): Handler<'copy'> =>
  async (calling, call) => {
    const checked = checkEnds(call)
    if (!checked.ok) return checked
    const { source, destination, ifNew = false } = call
    warnOfForeignSource(source, log)
    const from = calling.at(source)
    const found = await calling.query((client, options) => headObject(client, from, options))
    if (!found.ok) return found
    const path = from.Key.split('/').map(encodeURIComponent).join('/')
    const copying = {
      ...calling,
      target: calling.at(destination),
      source: `${from.Bucket}/${path}`,
      found: found.value,
      ifNew,
    }
    const isWhole = (found.value.ContentLength ?? 0) <= limits.whole
    const copied = await (isWhole ? copyWhole(copying) : copyInParts(copying, limits.part))
    if (!copied.ok) return copied
    return ok({ key: destination.key, ...(copied.value && { eTag: copied.value }) })
  }
