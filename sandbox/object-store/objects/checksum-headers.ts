import type { Checksum } from '../body/digests.ts'
import type { Elements } from '../http/xml.ts'

/** A checksum over parts ends in `-` and their number. */
const checksumType = ({ value }: Checksum) => (value.includes('-') ? 'COMPOSITE' : 'FULL_OBJECT')

/** A checksum as response headers. */
export const checksumHeaders = (checksum: Checksum | undefined): Record<string, string> =>
  checksum === undefined
    ? {}
    : {
        [`x-amz-checksum-${checksum.algorithm}`]: checksum.value,
        'x-amz-checksum-type': checksumType(checksum),
      }

/** A checksum as an element of a response document, `<ChecksumCRC32>`. */
export const checksumElement = (checksum: Checksum | undefined): Elements =>
  checksum === undefined ? {} : { [`Checksum${checksum.algorithm.toUpperCase()}`]: checksum.value }

/** A whole object's checksum with its type. */
export const checksumElements = (checksum: Checksum | undefined): Elements => ({
  ...checksumElement(checksum),
  ChecksumType: checksum && checksumType(checksum),
})
