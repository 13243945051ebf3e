import { boolean, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { customerId, time } from './customers-table.ts'

/** `tokenHash` is the SHA-256 of the cookie's value: who reads this table cannot sign in with it. */
export const sessions = pgTable(
  'sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    customerId: customerId(),
    device: uuid('device').notNull(),
    admin: boolean('admin').notNull(),
    /** The sign-in behind it; absent in a session of the version before. */
    signedInAt: timestamp('signed_in_at', { withTimezone: true, mode: 'date' }),
    createdAt: time('created_at'),
    expiresAt: time('expires_at'),
  },
  (table) => [
    index('sessions_customer').on(table.customerId),
    index('sessions_device').on(table.device),
    index('sessions_expiry').on(table.expiresAt),
  ],
)

/**
 * Customers who signed out everywhere: a sign-in of theirs from before that moment counts no more. Some are not known by then. An
 * erased account needs no row: its erasure refuses what is from before by itself.
 */
export const signOuts = pgTable('sign_outs', {
  customerId: text('customer_id').primaryKey(),
  notBefore: time('not_before'),
})

/**
 * Sign-ins at the loyalty provider by the SHA-256 of the access token that came of them: the token itself says neither
 * whose it is nor since when.
 */
export const loyaltySignIns = pgTable(
  'loyalty_sign_ins',
  {
    tokenHash: text('token_hash').primaryKey(),
    customerId: text('customer_id').notNull(),
    signedInAt: time('signed_in_at'),
  },
  (table) => [
    index('loyalty_sign_ins_customer').on(table.customerId),
    index('loyalty_sign_ins_at').on(table.signedInAt),
  ],
)

/** The browser that each device is, by the SHA-256 of the secret in its cookie. One browser may have had several ids. */
export const deviceSecrets = pgTable(
  'device_secrets',
  {
    device: uuid('device').primaryKey(),
    secretHash: text('secret_hash').notNull(),
    createdAt: time('created_at'),
  },
  (table) => [index('device_secrets_secret').on(table.secretHash)],
)
