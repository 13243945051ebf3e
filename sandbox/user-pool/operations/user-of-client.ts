import { AwsError } from '../../aws-json/aws-error.ts'
import type { UserPools } from '../user-pools.ts'

/** The user a client names before anyone is signed in. The pool does not hide who exists (specification §8). */
export const userOfClient = (pools: UserPools, clientId: string, username: string) => {
  const pool = pools.byClientId(clientId)
  const user = pool.users.byName(username)
  if (user) return { pool, user }
  throw new AwsError('UserNotFoundException', 'Username/client id combination not found.')
}
