import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import type { HashedSecret } from './loyalty-state.ts'

/** Eight characters with a small and a capital letter, a digit and a sign, as the sign-up form says. */
export const isStrongPassword = (password: string): boolean =>
  /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[^A-Za-z0-9\s]).{8,}$/su.test(password)

const derive = (secret: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(secret, salt, 32, (error, key) => (error ? reject(error) : resolve(key)))
  })

/** What is stored in place of a password or a reset token. */
export const hashSecret = async (secret: string): Promise<HashedSecret> => {
  const salt = randomBytes(16)
  const key = await derive(secret, salt)
  return { salt: salt.toString('base64'), key: key.toString('base64') }
}

/** Whether this is the secret that was hashed. */
export const matchesHash = async (hashed: HashedSecret, secret: string): Promise<boolean> => {
  const key = await derive(secret, Buffer.from(hashed.salt, 'base64'))
  return timingSafeEqual(key, Buffer.from(hashed.key, 'base64'))
}
