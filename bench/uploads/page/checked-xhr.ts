import { createChecksum } from '../../../src/workers/upload/files/checksum.ts'
import { inLanes, put } from './plain-xhr.ts'
import type { Uploader } from './uploader.ts'

/**
 * The least that an uploader can do whose every part carries a checksum: each slice is read once to sum it up, and once
 * more by the browser to send it. Bytes that are kept from the first reading cost a browser more than the second one.
 */
export const checkedXhr: Uploader = (file, { partAddresses }) => {
  const checksum = createChecksum()
  const { signal } = new AbortController()
  return inLanes(file, partAddresses, async (address, body) => {
    await checksum(body, signal)
    await put(address, body)
  })
}
