import { constants, createHash, createPublicKey, publicEncrypt } from 'node:crypto'

/** The prime N of the 3072-bit group of RFC 5054 that Cognito uses for SRP. */
export const N = BigInt(
  `0x${[
    'FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DD',
    'EF9519B3CD3A431B302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7ED',
    'EE386BFB5A899FA5AE9F24117C4B1FE649286651ECE45B3DC2007CB8A163BF0598DA48361C55D39A69163FA8FD24CF5F',
    '83655D23DCA3AD961C62F356208552BB9ED529077096966D670C354E4ABC9804F1746C08CA18217C32905E462E36CE3B',
    'E39E772C180E86039B2783A2EC07A28FB5C55DF06F4C52C9DE2BCBF6955817183995497CEA956AE515D2261898FA0510',
    '15728E5A8AAAC42DAD33170D04507A33A85521ABDF1CBA64ECFB850458DBEF0A8AEA71575D060C7DB3970F85A6E1E4C7',
    'ABF5AE8CDB0933D71E8C94E04A25619DCEE3D2261AD2EE6BF12FFA06D98A0864D87602733EC86A64521F2B18177B200C',
    'BBE117577A615D6C770988C0BAD946E208E24FA074E5AB3143DB5BFCE0FD108E4B82D120A93AD2CAFFFFFFFFFFFFFFFF',
  ].join('')}`,
)
/** The generator of the group. */
export const g = 2n

const bytesOfN = 384

/** Returns a number as big-endian bytes, at least `length` of them. */
const toBytes = (value: bigint, length = 1): Buffer => {
  const hex = value.toString(16)
  return Buffer.from(hex.padStart(Math.max(2 * length, hex.length + (hex.length % 2)), '0'), 'hex')
}
const modulus = toBytes(N).toString('base64url')

/** Returns big-endian bytes as a number. */
export const toBigInt = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString('hex') || '0'}`)

/**
 * Computes base ^ exponent mod N, for exponents below N. This is what RSA encryption without padding
 * computes, and OpenSSL needs an eighth of BigInt's time.
 */
export const power = (base: bigint, exponent: bigint): bigint => {
  const key = createPublicKey({
    key: { kty: 'RSA', n: modulus, e: toBytes(exponent).toString('base64url') },
    format: 'jwk',
  })
  // In SRP the base can be negative, and then JavaScript's remainder is negative too.
  const positiveBase = ((base % N) + N) % N
  const message = toBytes(positiveBase, bytesOfN)
  return toBigInt(publicEncrypt({ key, padding: constants.RSA_NO_PADDING }, message))
}

/**
 * Returns the bytes that both sides hash: as in Java, with a zero byte before a first byte of 0x80 or more.
 */
export const toPaddedBytes = (value: bigint): Buffer => {
  const hex = value.toString(16)
  const evenHex = hex.length % 2 === 0 ? hex : `0${hex}`
  return Buffer.from(/^[89a-f]/.test(evenHex) ? `00${evenHex}` : evenHex, 'hex')
}

/** Computes the SHA-256 of all parts, one after the other. */
export const hash = (...parts: readonly (Buffer | string)[]): Buffer => {
  const sha = createHash('sha256')
  for (const part of parts) sha.update(part)
  return sha.digest()
}
