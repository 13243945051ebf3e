import type { Checksum } from '../body/digests.ts'
import type { Elements } from '../http/xml.ts'

/** The checksum of a multipart object ends with `-` and the number of parts. */
const checksumType = ({ value }: Checksum) => (value.includes('-') ? 'COMPOSITE' : 'FULL_OBJECT')

export const checksumHeaders = (checksum: Checksum | undefined): Record<string, string> =>
  checksum === undefined
    ? {}
    : {
        [`x-amz-checksum-${checksum.algorithm}`]: checksum.value,
        'x-amz-checksum-type': checksumType(checksum),
      }

/** Creates the element of a checksum in a response document: `<ChecksumCRC32>`. */
export const checksumElement = (checksum: Checksum | undefined): Elements =>
  checksum === undefined ? {} : { [`Checksum${checksum.algorithm.toUpperCase()}`]: checksum.value }

/** Creates the elements of an object's checksum and its type. */
export const checksumElements = (checksum: Checksum | undefined): Elements => ({
  ...checksumElement(checksum),
  ChecksumType: checksum && checksumType(checksum),
})
