import { randomUUID } from 'node:crypto'
import { Client } from 'pg'

const asAdmin = async (serverUrl: string, sql: string) => {
  const client = new Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/**
 * Creates an empty database with its own name at a PostgreSQL server. `query` runs SQL in the database of
 * `serverUrl`, as its superuser.
 */
export const createOwnDatabase = async (serverUrl: string) => {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await asAdmin(serverUrl, `create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return {
    url,
    name,
    query: (sql: string) => asAdmin(serverUrl, sql),
    drop: () => asAdmin(serverUrl, `drop database ${name} with (force)`),
  }
}
