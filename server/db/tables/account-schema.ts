import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { erasureReasons } from '../../../src/contract/product-api/erasure.ts'
import { roles as allRoles } from '../../../src/contract/roles.ts'
import { customerId, customers, time } from './customers-table.ts'

/** `tokenHash` is the SHA-256 of the cookie's value, so a reader of this table cannot use the sessions. */
export const sessions = pgTable(
  'sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    customerId: customerId(),
    device: uuid('device').notNull(),
    /** Whether the token of the sign-in named the customer as an admin. */
    admin: boolean('admin').notNull(),
    /** The time of the sign-in. Absent in a session of the previous release. */
    signedInAt: timestamp('signed_in_at', { withTimezone: true, mode: 'date' }),
    /** When the customer last proved a second factor in this session. Null if they have not. */
    secondFactorAt: timestamp('second_factor_at', { withTimezone: true, mode: 'date' }),
    createdAt: time('created_at'),
    expiresAt: time('expires_at'),
    /** The last request, to within a few minutes. Null before the second request of the session. */
    lastSeen: timestamp('last_seen', { withTimezone: true, mode: 'date' }),
    /** Names for people, such as `Chrome` and `Android`. Null if the browser does not say them. */
    browser: text('browser'),
    system: text('system'),
  },
  (table) => [
    index('sessions_customer').on(table.customerId),
    index('sessions_device').on(table.device),
    index('sessions_expiry').on(table.expiresAt),
  ],
)

/** The roles that managers have granted. A customer without a row is a coach. */
export const roles = pgTable('roles', {
  customerId: customerId().primaryKey(),
  role: text('role', { enum: allRoles }).notNull(),
  /** What managers call the person. */
  name: text('name'),
})

/**
 * Every change of a role, in the order of `id`. An erasure deletes the changes of its customer, and removes the
 * customer from those that they made.
 */
export const roleChanges = pgTable(
  'role_changes',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    changedAt: time('changed_at'),
    customerId: customerId(),
    former: text('former', { enum: allRoles }).notNull(),
    role: text('role', { enum: allRoles }).notNull(),
    /** The manager. Null if their account was erased. */
    changedBy: text('changed_by').references(() => customers.id, { onDelete: 'set null' }),
  },
  (table) => [
    index('role_changes_customer').on(table.customerId),
    index('role_changes_manager').on(table.changedBy),
  ],
)

/**
 * The authenticator apps of admins who sign in at the loyalty provider, which has no second factor. The key
 * is stored as it is: it protects the admin pages, and a reader of this database can read what they show.
 */
export const authenticators = pgTable('authenticators', {
  customerId: customerId().primaryKey(),
  /** In base32, as authenticator apps expect it. */
  secret: text('secret').notNull(),
  createdAt: time('created_at'),
  /** When the first code was checked. Null during the set-up. */
  confirmedAt: timestamp('confirmed_at', { withTimezone: true, mode: 'date' }),
  /** The number of the 30 s period of the last accepted code. A code counts only once. */
  lastPeriod: integer('last_period'),
  /** Wrong codes in a row, and the time of the last one. */
  wrongCodes: integer('wrong_codes').notNull().default(0),
  wrongCodeAt: timestamp('wrong_code_at', { withTimezone: true, mode: 'date' }),
})

/**
 * Customers who signed out everywhere. Their sign-ins from before that time are invalid. There is no foreign
 * key: a customer of the identity provider may sign out everywhere before this server stores anything about
 * them. An erased account needs no row: its erasure already invalidates earlier sign-ins.
 */
export const signOuts = pgTable('sign_outs', {
  customerId: text('customer_id').primaryKey(),
  notBefore: time('not_before'),
})

/**
 * Sign-ins that their customer has ended on another device. The time of a sign-in identifies it among those of
 * its customer, because it is all that the tokens of every provider have in common. There is no foreign key:
 * a restored database may lack the customer.
 */
export const endedSignIns = pgTable(
  'ended_sign_ins',
  {
    customerId: text('customer_id').notNull(),
    signedInAt: time('signed_in_at'),
    endedAt: time('ended_at'),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.signedInAt] })],
)

/**
 * Sign-ins at the loyalty provider, by the SHA-256 of the access token. The table is needed because the token
 * itself contains neither the customer nor the time.
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

/**
 * The browser that each device id belongs to, by the SHA-256 of the secret in its cookie. A browser has
 * several device ids if its database was deleted.
 */
export const deviceSecrets = pgTable(
  'device_secrets',
  {
    device: uuid('device').primaryKey(),
    secretHash: text('secret_hash').notNull(),
    createdAt: time('created_at'),
  },
  (table) => [index('device_secrets_secret').on(table.secretHash)],
)

/**
 * Device ids that only deleted accounts used, by the SHA-256 of the id. An erasure deletes the record of the
 * entries that arrived from such a device, so its next customer gets a new id. Under the old id, all these
 * entries would look lost.
 */
export const retiredDevices = pgTable('retired_devices', {
  deviceHash: text('device_hash').primaryKey(),
  retiredAt: time('retired_at'),
})

/**
 * Deleted accounts, by the SHA-256 of the customer's id. The row can be found by the id, but does not reveal
 * the id. The rows identify accounts that a backup restores and entries that arrive late.
 */
export const erasures = pgTable(
  'erasures',
  {
    number: uuid('number').primaryKey(),
    customerHash: text('customer_hash').notNull(),
    erasedAt: time('erased_at'),
    by: text('by', { enum: ['customer', 'admin'] }).notNull(),
    /** The reason that an admin gave. */
    reason: text('reason', { enum: erasureReasons }),
    /** The number of rows about the customer in each table. */
    rows: jsonb('rows').$type<Record<string, number>>().notNull(),
  },
  (table) => [index('erasures_customer').on(table.customerHash, table.erasedAt)],
)

/**
 * The sessions that an erasure ended, until their cookies expire. Devices thus learn why their session ended.
 */
export const erasedSessions = pgTable(
  'erased_sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    expiresAt: time('expires_at'),
  },
  (table) => [index('erased_sessions_expiry').on(table.expiresAt)],
)
