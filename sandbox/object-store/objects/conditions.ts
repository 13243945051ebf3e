import { S3Error } from '../http/errors.ts'
import { header, type S3Request } from '../http/request.ts'
import type { StoredObject } from '../store/entries.ts'
import { unquoted } from './etag.ts'

const matches = (tags: string, etag: string) =>
  tags.trim() === '*' || tags.split(',').some((tag) => unquoted(tag) === etag)

/** Compares in whole seconds, the precision of an HTTP date. Undefined if the date cannot be parsed. */
const isModifiedAfter = (object: StoredObject, date: string) => {
  const at = Date.parse(date)
  return Number.isNaN(at) ? undefined : Math.floor(object.modified / 1000) * 1000 > at
}

const failed = (condition: string) => new S3Error('PreconditionFailed', { Condition: condition })

type Verdict = 'send' | 'not-modified'

/**
 * Judges the conditions of a read in RFC 9110's order: a tag overrules the date of the same direction.
 * @param prefix `x-amz-copy-source-` for the source of a copy
 */
export const judgeRead = (request: S3Request, object: StoredObject, prefix = ''): Verdict => {
  const ifMatch = header(request, `${prefix}if-match`)
  const ifUnmodified = header(request, `${prefix}if-unmodified-since`)
  const ifNoneMatch = header(request, `${prefix}if-none-match`)
  const ifModified = header(request, `${prefix}if-modified-since`)
  if (ifMatch !== undefined) {
    if (!matches(ifMatch, object.etag)) throw failed('If-Match')
  } else if (ifUnmodified !== undefined && isModifiedAfter(object, ifUnmodified) === true) {
    throw failed('If-Unmodified-Since')
  }
  if (ifNoneMatch !== undefined) return matches(ifNoneMatch, object.etag) ? 'not-modified' : 'send'
  const isOld = ifModified !== undefined && isModifiedAfter(object, ifModified) === false
  return isOld ? 'not-modified' : 'send'
}

/** Refuses a write if its conditions do not hold for the object that it would replace or delete. */
export const checkWriteConditions = (request: S3Request, current: StoredObject | undefined) => {
  const ifMatch = header(request, 'if-match')
  const ifNoneMatch = header(request, 'if-none-match')
  if (ifNoneMatch !== undefined && ifNoneMatch !== '*') {
    throw new S3Error('NotImplemented', { Header: 'If-None-Match' })
  }
  if (ifNoneMatch === '*' && current) throw failed('If-None-Match')
  if (ifMatch === undefined) return
  if (!current) throw new S3Error('NoSuchKey')
  if (!matches(ifMatch, current.etag)) throw failed('If-Match')
}

/** Whether a Range still applies: the object matches If-Range. */
export const isRangeCurrent = (request: S3Request, object: StoredObject) => {
  const ifRange = header(request, 'if-range')
  if (ifRange === undefined) return true
  return ifRange.startsWith('"')
    ? unquoted(ifRange) === object.etag
    : isModifiedAfter(object, ifRange) === false
}
