import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { Client, escapeIdentifier, escapeLiteral } from 'pg'

/** The role that owns the tables, if the server's own role may not change them. */
export type Owner = { user: string; password: string }

/**
 * Returns the URL with the name and password of the owner. Edits it as text: if PGHOST sets the host, the URL
 * has none, and `URL` accepts no user in a URL without a host.
 */
export const createOwnerUrl = (url: string, { user, password }: Owner): string =>
  url.replace(
    /^(\w+:\/\/)(?:[^@/]*@)?/,
    (_, scheme: string) => `${scheme}${encodeURIComponent(user)}:${encodeURIComponent(password)}@`,
  )

/** PBKDF2 rounds: PostgreSQL's own default. */
const rounds = 4096

/**
 * Converts a password to the format that PostgreSQL stores (RFC 5802). PostgreSQL logs statements that fail,
 * so they must not contain the password itself.
 */
const createVerifier = (password: string): string => {
  const salt = randomBytes(16)
  const saltedPassword = pbkdf2Sync(password, salt, rounds, 32, 'sha256')
  const deriveKey = (name: string) => createHmac('sha256', saltedPassword).update(name).digest()
  const storedKey = createHash('sha256').update(deriveKey('Client Key')).digest('base64')
  const serverKey = deriveKey('Server Key').toString('base64')
  return `SCRAM-SHA-256$${rounds}:${salt.toString('base64')}$${storedKey}:${serverKey}`
}

/**
 * Grants the role in a URL the rights that the server needs: to read and write rows, and to read the list of
 * applied migrations (schema `drizzle`), but not to change tables. Creates the role if it is missing, for
 * example after a restore. Its password comes from the URL or PGPASSWORD.
 */
export const grantServerRole = async (ownerClient: Client, url: string): Promise<void> => {
  const { user = '', password } = new Client({ connectionString: url })
  const role = escapeIdentifier(user)
  const { rows } = await ownerClient.query('select 1 from pg_roles where rolname = $1', [user])
  if (rows.length === 0) await ownerClient.query(`create role ${role}`)
  const login = password ? `login password ${escapeLiteral(createVerifier(password))}` : 'login'
  await ownerClient.query(`
    alter role ${role} ${login};
    grant usage on schema public, drizzle to ${role};
    grant select, insert, update, delete on all tables in schema public to ${role};
    grant usage on all sequences in schema public to ${role};
    grant select on all tables in schema drizzle to ${role};`)
}
