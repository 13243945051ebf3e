import { defineConfig } from 'drizzle-kit'

/** `drizzle-kit generate --config server/db/drizzle.config.ts` writes the migration of a schema change. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './server/db/schema.ts',
  out: './server/db/migrations',
})
