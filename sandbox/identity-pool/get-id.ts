import * as v from 'valibot'
import { operation } from '../aws-json/operation.ts'
import type { IdentityPool } from './create-identity-pool.ts'
import * as input from './input.ts'
import { onlyLogin, verifyLogin } from './verify-login.ts'

const schema = v.object({ IdentityPoolId: input.identityId, Logins: v.optional(input.logins, {}) })

/** GetId: the identity behind an identity token, made at the first call. */
export const getId = (pool: IdentityPool) =>
  operation(schema, async ({ IdentityPoolId, Logins }) => {
    pool.assertThisPool(IdentityPoolId)
    const [provider, token] = onlyLogin(Logins)
    const login = await verifyLogin(pool.trusted, provider, token, pool.now())
    return { IdentityId: await pool.identityOf(login) }
  })
