import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrationsFolder } from '../../db/database.ts'

const cache = fileURLToPath(new URL('../../../node_modules/.cache/product-database', import.meta.url))

const hashMigrations = () => {
  const hash = createHash('sha256')
  for (const name of readdirSync(migrationsFolder).sort()) {
    if (name.endsWith('.sql')) hash.update(readFileSync(join(migrationsFolder, name)))
  }
  return hash.digest('hex').slice(0, 16)
}

/** The path of a cached empty database with the current migrations. Creating one takes seconds. */
export const prepareDatabasePath = (ending = ''): string => {
  mkdirSync(cache, { recursive: true })
  return join(cache, `${hashMigrations()}${ending}`)
}
