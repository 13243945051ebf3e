import type { Checksum } from '../body/digests.ts'
import type { Elements } from '../http/xml.ts'

/** The checksum of a multipart object ends with `-` and the number of parts. */
const getChecksumType = ({ value }: Checksum) => (value.includes('-') ? 'COMPOSITE' : 'FULL_OBJECT')

export const createChecksumHeaders = (checksum: Checksum | undefined): Record<string, string> =>
  checksum === undefined
    ? {}
    : {
        [`x-amz-checksum-${checksum.algorithm}`]: checksum.value,
        'x-amz-checksum-type': getChecksumType(checksum),
      }

/** Creates the element of a checksum in a response document: `<ChecksumCRC32>`. */
export const createChecksumElement = (checksum: Checksum | undefined): Elements =>
  checksum === undefined ? {} : { [`Checksum${checksum.algorithm.toUpperCase()}`]: checksum.value }

/** Creates the elements of a checksum and of its type, which the responses about whole objects contain. */
export const createTypedChecksumElements = (checksum: Checksum | undefined): Elements => ({
  ...createChecksumElement(checksum),
  ChecksumType: checksum && getChecksumType(checksum),
})
