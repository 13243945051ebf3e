import { createComputeChecksum } from '../../../../src/workers/upload/files/checksum.ts'
import { inLanes, put } from './plain-xhr.ts'
import type { Uploader } from './uploader.ts'

/**
 * The minimum for an uploader with a checksum per part: it reads each slice once for the checksum, and the
 * browser reads it again to send it. Keeping the bytes of the first read costs a browser more than the second
 * read.
 */
export const checkedXhr: Uploader = (file, { partAddresses }) => {
  const computeChecksum = createComputeChecksum()
  const { signal } = new AbortController()
  return inLanes(file, partAddresses, async (address, body) => {
    await computeChecksum(body, signal)
    await put(address, body)
  })
}
