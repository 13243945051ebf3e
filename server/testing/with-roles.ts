import { eq } from 'drizzle-orm'
import { productApi } from '../../src/contract/product-api.ts'
import type { Role } from '../../src/contract/roles.ts'
import type { AdminCall } from '../api/handler.ts'
import { roles, sessions } from '../db/schema.ts'
import type { TestApp } from './start-test-app.ts'
import type { TestClient } from './test-client.ts'

type SignedIn = { client: TestClient; customer: string }

/** What tests of roles do: customers with a role, and the calls that change one. The app starts later. */
export const withRoles = (getApi: () => TestApp) => {
  const getDb = () => getApi().database.db

  /** Signs a customer in on a browser that has proved a second factor. */
  const signIn = async (client: TestClient = getApi().client(), groups: string[] = []): Promise<SignedIn> => {
    const customer = await client.signIn(undefined, { groups })
    await getDb()
      .update(sessions)
      .set({ secondFactorAt: new Date() })
      .where(eq(sessions.customerId, customer))
    return { client, customer }
  }

  /** Stores a role as if a manager had given it. */
  const storeRole = (customerId: string, role: Role) => getDb().insert(roles).values({ customerId, role })

  const signInAs = async (role: Role) => {
    const signedIn = await signIn()
    if (role !== 'coach') await storeRole(signedIn.customer, role)
    return signedIn
  }

  const call = ({ client }: { client: TestClient }, name: AdminCall) => {
    const { method, path } = productApi[name]
    return method === 'GET' ? client.get(path) : client.post(path, {})
  }

  const readRole = async (customer: string): Promise<Role> => {
    const [row] = await getDb().select().from(roles).where(eq(roles.customerId, customer))
    return row?.role ?? 'coach'
  }

  /** Gives a role as a manager who has just read the list. */
  const give = async (
    { client }: { client: TestClient },
    customer: string,
    role: Role,
    { former, ...more }: { former?: Role; name?: string } = {},
  ) => {
    const grant = { customer_id: customer, role, former: former ?? (await readRole(customer)), ...more }
    const { status, body } = await client.post('/api/give-role', grant)
    return status === 200 ? body.outcome : body.error.code
  }

  const erase = async ({ client }: { client: TestClient }, customer: string) =>
    (await client.post('/api/erase-customer', { customer_id: customer, reason: 'asked' })).status

  const eraseOwn = async ({ client, customer }: SignedIn) => {
    const accessToken = await getApi().identity.token(customer, { use: 'access' })
    return (await client.post('/api/erase-account', { customer_id: customer, accessToken })).status
  }

  const list = async ({ client }: { client: TestClient }) => (await client.get('/api/roles')).body

  return { signIn, storeRole, signInAs, call, readRole, give, erase, eraseOwn, list }
}
