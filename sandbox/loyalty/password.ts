import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import type { HashedSecret } from './loyalty-state.ts'

/**
 * Whether a password has at least eight characters with a lower-case and an upper-case letter, a digit and a
 * symbol, as the sign-up form requires.
 */
export const isStrongPassword = (password: string): boolean =>
  /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[^A-Za-z0-9\s]).{8,}$/su.test(password)

const keyBytes = 32

const deriveKey = (secret: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(secret, salt, keyBytes, (error, key) => (error ? reject(error) : resolve(key)))
  })

/** Hashes a password or a reset token for storage. */
export const hashSecret = async (secret: string): Promise<HashedSecret> => {
  const salt = randomBytes(16)
  const key = await deriveKey(secret, salt)
  return { salt: salt.toString('base64'), key: key.toString('base64') }
}

/** Whether a secret matches a stored hash. */
export const matchesHash = async (hash: HashedSecret, secret: string): Promise<boolean> => {
  const key = await deriveKey(secret, Buffer.from(hash.salt, 'base64'))
  return timingSafeEqual(key, Buffer.from(hash.key, 'base64'))
}
