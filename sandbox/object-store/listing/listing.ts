import { invalidArgument } from '../http/errors.ts'
import { parameter, type S3Request } from '../http/request.ts'
import type { Elements } from '../http/xml.ts'
import { encode } from '../../../node/aws-signature.ts'
import type { Page } from './page.ts'

const maxCount = 1000

/** The requested number of entries: 1000 by default and at most. */
export const readCount = (request: S3Request, name: string) => {
  const value = parameter(request, name)
  if (value === undefined || value === '') return maxCount
  if (!/^\d{1,10}$/.test(value) || Number(value) > 2 ** 31 - 1) {
    throw invalidArgument(`Provided ${name} not an integer or within integer range`, name, value)
  }
  return Math.min(Number(value), maxCount)
}

/** The parameters of a listing. Keys beyond the delimiter are grouped by folder. */
export const readListing = (request: S3Request, countName: string) => {
  const encodingType = parameter(request, 'encoding-type') || undefined
  if (encodingType !== undefined && encodingType !== 'url') {
    throw invalidArgument('Invalid Encoding Method specified in Request', 'encoding-type', encodingType)
  }
  return {
    prefix: parameter(request, 'prefix') ?? '',
    delimiter: parameter(request, 'delimiter') ?? '',
    limit: readCount(request, countName),
    encodingType,
    /** Writes a key as it is, or percent-encoded for clients whose XML cannot contain every character. */
    write: (key: string) =>
      encodingType === undefined ? key : encode(key).replaceAll('%2F', '/').replaceAll('%20', '+'),
  }
}

export type Listing = ReturnType<typeof readListing>

/** The elements that every page of a listing has. */
export const listingElements = (
  { prefix, delimiter, encodingType, write }: Listing,
  { isTruncated, commonPrefixes }: Page<unknown>,
): Elements => ({
  Prefix: write(prefix),
  Delimiter: delimiter === '' ? undefined : write(delimiter),
  EncodingType: encodingType,
  IsTruncated: isTruncated,
  CommonPrefixes: commonPrefixes.map((prefix) => ({ Prefix: write(prefix) })),
})
