import type { Checksum } from '../body/digests.ts'
import { text } from '../http/xml.ts'

/** A checksum as response headers; one of parts' checksums ends in `-` and their number. */
export const checksumHeaders = (checksum: Checksum | undefined): Record<string, string> =>
  checksum === undefined
    ? {}
    : {
        [`x-amz-checksum-${checksum.algorithm}`]: checksum.value,
        'x-amz-checksum-type': checksumType(checksum),
      }

const checksumType = ({ value }: Checksum) => (value.includes('-') ? 'COMPOSITE' : 'FULL_OBJECT')

/** A checksum as element of a response document, `<ChecksumCRC32>`. */
export const checksumElement = (checksum: Checksum | undefined) =>
  checksum === undefined ? '' : text(`Checksum${checksum.algorithm.toUpperCase()}`, checksum.value)

/** A whole object's checksum with its type. */
export const checksumElements = (checksum: Checksum | undefined) =>
  checksum === undefined ? '' : checksumElement(checksum) + text('ChecksumType', checksumType(checksum))
