import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'

type Text = string | Buffer

export const md5 = (text: Text) => createHash('md5').update(text).digest()
export const sha256 = (text: Text) => createHash('sha256').update(text).digest()

/** Computes the CRC-32 of a text, big-endian, as requests contain it. */
export const computeCrc = (text: Text) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(crc32(text))
  return bytes
}

/** Computes the ETag of an object that was uploaded in one piece. */
export const computeEtag = (text: Text) => `"${md5(text).toString('hex')}"`
