import { createPrivateKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { receiptText, type Receipt, type ReceiptKey } from '../../src/contract/product-api/receipt.ts'
import type { Database } from '../db/database.ts'
import { receiptKeys } from '../db/schema.ts'

/** The key that signs now. */
export type SigningKey = { id: string; key: KeyObject }

/** The month is the name of its key, so that every copy of the server means the same one without asking another. */
const idOf = (now: Date): string => now.toISOString().slice(0, 7)

const newRow = (id: string, createdAt: Date) => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  const secret = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64url')
  return { id, publicKey: x, privateKey: secret, createdAt }
}

const signingKey = ({ id, privateKey }: typeof receiptKeys.$inferSelect): SigningKey => ({
  id,
  key: createPrivateKey({ key: Buffer.from(privateKey, 'base64url'), format: 'der', type: 'pkcs8' }),
})

/**
 * The keys that sign receipts: a new one every month, made by whichever copy needs it first and stored in the database
 * for all of them. An older one no longer signs and stays published: people hold the receipts it signed.
 */
export const createReceiptKeys = ({ db, now }: { db: Database; now: () => Date }) => {
  let known: SigningKey | undefined

  const current = async (): Promise<SigningKey> => {
    const id = idOf(now())
    if (known?.id === id) return known
    const stored = () => db.select().from(receiptKeys).where(eq(receiptKeys.id, id))
    let [row] = await stored()
    if (!row) {
      await db.insert(receiptKeys).values(newRow(id, now())).onConflictDoNothing()
      ;[row] = await stored()
    }
    if (!row) throw new Error('A receipt key disappeared just after it was stored.')
    known = signingKey(row)
    return known
  }

  const published = (): Promise<ReceiptKey[]> =>
    db
      .select({ key_id: receiptKeys.id, public_key: receiptKeys.publicKey })
      .from(receiptKeys)
      .orderBy(asc(receiptKeys.id))

  return { current, published }
}

export type ReceiptKeys = ReturnType<typeof createReceiptKeys>

/** Signs what the server says about an entry of a customer. */
export const signReceipt = (
  claims: Omit<Receipt, 'key_id' | 'signature'>,
  customer: string,
  { id, key }: SigningKey,
): Receipt => {
  const unsigned = { ...claims, key_id: id }
  const signature = sign(null, Buffer.from(receiptText(unsigned, customer)), key).toString('base64url')
  return { ...unsigned, signature }
}
