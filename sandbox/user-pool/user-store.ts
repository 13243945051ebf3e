import { randomBytes } from 'node:crypto'
import type { JsonFile } from '../shared/json-file.ts'
import type { PoolState, User } from './pool-state.ts'
import { computePasswordVerifier } from './srp.ts'
import { toBigInt } from './srp-group.ts'

/** Creates salt and verifier for a new password. The password itself is not stored. */
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

/** The users of one pool. Names are email addresses without regard to case, as in newer Cognito pools. */
export const createUserStore = (file: JsonFile<PoolState>, now: () => number) => {
  // Clients may send any text as a name, also `constructor`, which every object inherits.
  const bySub = (sub: string): User | undefined =>
    Object.hasOwn(file.content.users, sub) ? file.content.users[sub] : undefined

  const put = (user: User) =>
    file.change((state) => ({ ...state, users: { ...state.users, [user.sub]: user } }))

  return {
    bySub,
    /** Clients may name a user by email address or, after the first challenge, by sub. */
    byName: (name: string): User | undefined =>
      bySub(name) ?? Object.values(file.content.users).find((user) => user.email === name.toLowerCase()),
    add: put,
    /** Changes the user as it is stored now; a caller may have read it before an await. */
    change: async (sub: string, update: (user: User) => User) => {
      const user = bySub(sub)
      if (user) await put({ ...update(user), updatedAt: now() })
    },
    remove: (sub: string) =>
      file.change(({ users, sessions }) => ({
        users: Object.fromEntries(Object.entries(users).filter(([key]) => key !== sub)),
        sessions: Object.fromEntries(Object.entries(sessions).filter(([, session]) => session.sub !== sub)),
      })),
  }
}

export type UserStore = ReturnType<typeof createUserStore>
