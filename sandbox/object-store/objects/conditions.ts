import { S3Error } from '../http/errors.ts'
import { getHeader, type S3Request } from '../http/request.ts'
import type { StoredObject } from '../store/entries.ts'
import { unquoteEtag } from './etag.ts'

/** Whether a header with `*`, or with one or more ETags, matches the given ETag. */
const matchesEtag = (header: string, etag: string) =>
  header.trim() === '*' || header.split(',').some((tag) => unquoteEtag(tag) === etag)

/** Returns an HTTP date in ms since the epoch, or undefined for an invalid date, which RFC 9110 ignores. */
const parseDate = (date = ''): number | undefined => {
  const timeMs = Date.parse(date)
  return Number.isNaN(timeMs) ? undefined : timeMs
}

/** Compares in whole seconds, the precision of an HTTP date. */
const isModifiedAfter = ({ modified }: StoredObject, timeMs: number) =>
  Math.floor(modified / 1000) * 1000 > timeMs

const createPreconditionFailedError = (condition: string) =>
  new S3Error('PreconditionFailed', { Condition: condition })

/**
 * Evaluates the conditions of a read in RFC 9110's order: If-Match takes precedence over If-Unmodified-Since,
 * and If-None-Match over If-Modified-Since. Throws PreconditionFailed if one of the first pair is false. The
 * second pair decides what is returned.
 * @param prefix `x-amz-copy-source-` for the source of a copy
 */
export const evaluateReadConditions = (
  request: S3Request,
  object: StoredObject,
  prefix = '',
): 'send' | 'not-modified' => {
  const ifMatch = getHeader(request, `${prefix}if-match`)
  const unmodifiedSince = parseDate(getHeader(request, `${prefix}if-unmodified-since`))
  if (ifMatch !== undefined) {
    if (!matchesEtag(ifMatch, object.etag)) throw createPreconditionFailedError('If-Match')
  } else if (unmodifiedSince !== undefined && isModifiedAfter(object, unmodifiedSince)) {
    throw createPreconditionFailedError('If-Unmodified-Since')
  }
  const ifNoneMatch = getHeader(request, `${prefix}if-none-match`)
  const modifiedSince = parseDate(getHeader(request, `${prefix}if-modified-since`))
  if (ifNoneMatch !== undefined) return matchesEtag(ifNoneMatch, object.etag) ? 'not-modified' : 'send'
  const isUnmodified = modifiedSince !== undefined && !isModifiedAfter(object, modifiedSince)
  return isUnmodified ? 'not-modified' : 'send'
}

/** Throws if a condition of a write is false for the object that it would replace or delete. */
export const assertWriteConditions = (request: S3Request, current: StoredObject | undefined) => {
  const ifMatch = getHeader(request, 'if-match')
  const ifNoneMatch = getHeader(request, 'if-none-match')
  if (ifNoneMatch !== undefined && ifNoneMatch !== '*') {
    throw new S3Error('NotImplemented', { Header: 'If-None-Match' })
  }
  if (ifNoneMatch === '*' && current) throw createPreconditionFailedError('If-None-Match')
  if (ifMatch === undefined) return
  if (!current) throw new S3Error('NoSuchKey')
  if (!matchesEtag(ifMatch, current.etag)) throw createPreconditionFailedError('If-Match')
}

/** Whether the Range of a request applies: the request has no If-Range, or the object still matches it. */
export const isRangeCurrent = (request: S3Request, object: StoredObject) => {
  const ifRange = getHeader(request, 'if-range')
  if (ifRange === undefined) return true
  if (ifRange.startsWith('"')) return unquoteEtag(ifRange) === object.etag
  const timeMs = parseDate(ifRange)
  return timeMs !== undefined && !isModifiedAfter(object, timeMs)
}
