import { randomBytes } from 'node:crypto'
import type { JsonFile } from '../shared/json-file.ts'
import type { PoolState, User } from './pool-state.ts'
import { toBigInt } from './srp-group.ts'
import { computePasswordVerifier } from './srp.ts'

/** Creates the salt and the verifier of a new password. The password itself is not stored. */
export const createVerifier = (poolName: string, userId: string, password: string) => {
  const salt = toBigInt(randomBytes(16))
  const verifier = computePasswordVerifier({ poolName, userId, password, salt })
  return { salt: salt.toString(16), verifier: verifier.toString(16) }
}

export const matchesPassword = (poolName: string, user: User, password: string): boolean => {
  const salt = BigInt(`0x${user.salt}`)
  return (
    computePasswordVerifier({ poolName, userId: user.sub, password, salt }).toString(16) === user.verifier
  )
}

/**
 * Stores the users of one pool. A user name is an email address; its case does not matter, as in newer
 * Cognito pools.
 */
export const createUserStore = (file: JsonFile<PoolState>, now: () => number) => {
  // Clients may send any text as a name, even `constructor`, which every object inherits.
  const findBySub = (sub: string): User | undefined =>
    Object.hasOwn(file.content.users, sub) ? file.content.users[sub] : undefined

  const put = (user: User) =>
    file.change((state) => ({ ...state, users: { ...state.users, [user.sub]: user } }))

  return {
    findBySub,
    /** Finds a user by email address or, as clients do after the first challenge, by sub. */
    findByName: (name: string): User | undefined =>
      findBySub(name) ?? Object.values(file.content.users).find((user) => user.email === name.toLowerCase()),
    add: put,
    /** Changes the stored user, which may be newer than what the caller read before an `await`. */
    change: async (sub: string, update: (user: User) => User) => {
      const user = findBySub(sub)
      if (user) await put({ ...update(user), updatedAt: now() })
    },
    remove: (sub: string) =>
      file.change(({ users, sessions, ...rest }) => ({
        ...rest,
        users: Object.fromEntries(Object.entries(users).filter(([key]) => key !== sub)),
        sessions: Object.fromEntries(Object.entries(sessions).filter(([, session]) => session.sub !== sub)),
      })),
  }
}

export type UserStore = ReturnType<typeof createUserStore>
