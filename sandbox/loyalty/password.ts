import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import type { Sealed } from './loyalty-state.ts'

/** Eight characters with a small and a capital letter, a digit and a sign, as the sign-up form tells. */
export const isStrongPassword = (password: string): boolean =>
  /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[^A-Za-z0-9\s]).{8,}$/su.test(password)

const derive = (secret: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(secret, salt, 32, (error, key) => (error ? reject(error) : resolve(key)))
  })

/** What is stored in place of a password or a reset token. */
export const seal = async (secret: string): Promise<Sealed> => {
  const salt = randomBytes(16)
  const key = await derive(secret, salt)
  return { salt: salt.toString('base64'), key: key.toString('base64') }
}

/** Whether this is the secret that was sealed. */
export const isSealed = async (sealed: Sealed, secret: string): Promise<boolean> => {
  const key = await derive(secret, Buffer.from(sealed.salt, 'base64'))
  return timingSafeEqual(key, Buffer.from(sealed.key, 'base64'))
}
