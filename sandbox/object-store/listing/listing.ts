import { encode } from '../../../node/aws-signature.ts'
import { createInvalidArgumentError } from '../http/errors.ts'
import { getParameter, type S3Request } from '../http/request.ts'
import type { Elements } from '../http/xml.ts'
import type { Page } from './page.ts'

const maxCount = 1000

/** Reads the requested number of entries from the parameter `name`. The default and the maximum are 1000. */
export const readCount = (request: S3Request, name: string) => {
  const value = getParameter(request, name)
  if (value === undefined || value === '') return maxCount
  if (!/^\d{1,10}$/.test(value) || Number(value) > 2 ** 31 - 1) {
    throw createInvalidArgumentError(`Provided ${name} not an integer or within integer range`, name, value)
  }
  return Math.min(Number(value), maxCount)
}

/**
 * Reads the parameters of a listing. With a delimiter, keys that contain it after the prefix are listed as
 * common prefixes, S3's folders.
 */
export const readListingParameters = (request: S3Request, countName: string) => {
  // An empty value counts as absent.
  const encodingType = getParameter(request, 'encoding-type') || undefined
  if (encodingType !== undefined && encodingType !== 'url') {
    throw createInvalidArgumentError(
      'Invalid Encoding Method specified in Request',
      'encoding-type',
      encodingType,
    )
  }
  return {
    prefix: getParameter(request, 'prefix') ?? '',
    delimiter: getParameter(request, 'delimiter') ?? '',
    limit: readCount(request, countName),
    encodingType,
    /**
     * Returns a key as it is, or percent-encoded for clients whose XML parser does not accept every
     * character. Unlike the encoding of signatures, S3 then leaves `/` as it is and writes a space as `+`.
     */
    encodeKey: (key: string) =>
      encodingType === undefined ? key : encode(key).replaceAll('%2F', '/').replaceAll('%20', '+'),
  }
}

export type ListingParameters = ReturnType<typeof readListingParameters>

/** Creates the elements that every page of a listing has. */
export const createListingElements = (
  { prefix, delimiter, encodingType, encodeKey }: ListingParameters,
  { isTruncated, commonPrefixes }: Page<unknown>,
): Elements => ({
  Prefix: encodeKey(prefix),
  Delimiter: delimiter === '' ? undefined : encodeKey(delimiter),
  EncodingType: encodingType,
  IsTruncated: isTruncated,
  CommonPrefixes: commonPrefixes.map((prefix) => ({ Prefix: encodeKey(prefix) })),
})
