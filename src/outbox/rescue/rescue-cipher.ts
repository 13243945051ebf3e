import { fromBase64, toBase64 } from '../../lib/base64.ts'

// The encryption of rescue files. Browsers that are too old for the app run it too (`src/too-old/`), so it
// must not import or use anything that those browsers do not support.

export const rescueFormat = 'breaking-barriers-rescue'
export const rescueVersion = 1
/** OWASP's minimum for PBKDF2 with SHA-256. Takes about a second on a phone. */
const iterations = 600_000

/** The recommended sizes of the IV of AES-GCM and of the salt of PBKDF2. */
const sizesInBytes = { iv: 12, salt: 16 } as const

export type RescueHeader = {
  format: typeof rescueFormat
  version: typeof rescueVersion
  /** `salt` is in base64. */
  kdf: { name: 'PBKDF2-SHA-256'; iterations: number; salt: string }
  /** `iv` is in base64. */
  cipher: { name: 'AES-256-GCM'; iv: string }
}

const deriveKey = async (
  { kdf }: RescueHeader,
  passphrase: string,
  use: 'encrypt' | 'decrypt',
): Promise<CryptoKey> => {
  const bytes = new TextEncoder().encode(passphrase.normalize('NFC'))
  const keyMaterial = await crypto.subtle.importKey('raw', bytes, 'PBKDF2', false, ['deriveKey'])
  const derivation = {
    name: 'PBKDF2',
    hash: 'SHA-256',
    iterations: kdf.iterations,
    salt: fromBase64(kdf.salt),
  }
  return crypto.subtle.deriveKey(derivation, keyMaterial, { name: 'AES-GCM', length: 256 }, false, [use])
}

/** The header is authenticated, so a file with a changed header does not open. */
const toCipherParameters = ({ format, version, kdf, cipher }: RescueHeader) => ({
  name: 'AES-GCM',
  iv: fromBase64(cipher.iv),
  additionalData: new TextEncoder().encode(
    [format, version, kdf.name, kdf.iterations, kdf.salt, cipher.name, cipher.iv].join('\n'),
  ),
})

/** Returns random bytes in base64. */
const createRandomBytes = (size: number): string => toBase64(crypto.getRandomValues(new Uint8Array(size)))

/** Encrypts a text. Without the passphrase nothing in it can be read, not even the id of its owner. */
export const seal = async (text: string, passphrase: string): Promise<string> => {
  const header: RescueHeader = {
    format: rescueFormat,
    version: rescueVersion,
    kdf: { name: 'PBKDF2-SHA-256', iterations, salt: createRandomBytes(sizesInBytes.salt) },
    cipher: { name: 'AES-256-GCM', iv: createRandomBytes(sizesInBytes.iv) },
  }
  const key = await deriveKey(header, passphrase, 'encrypt')
  const encrypted = await crypto.subtle.encrypt(
    toCipherParameters(header),
    key,
    new TextEncoder().encode(text),
  )
  return JSON.stringify({ ...header, sealed: toBase64(new Uint8Array(encrypted)) })
}

/** Decrypts a sealed file. Rejects if the passphrase is wrong or the file is damaged. */
export const unseal = async (header: RescueHeader, sealed: string, passphrase: string): Promise<string> => {
  const key = await deriveKey(header, passphrase, 'decrypt')
  return new TextDecoder().decode(
    await crypto.subtle.decrypt(toCipherParameters(header), key, fromBase64(sealed)),
  )
}
