import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import {
  epochText,
  receiptText,
  type Receipt,
  type ReceiptKey,
} from '../../src/contract/product-api/receipt.ts'
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

  /** Whether this server signed a receipt of a customer, by the keys that the database has. */
  const isOurs = async (receipt: Receipt, customer: string): Promise<boolean> => {
    const { key_id: keyId, signature } = receipt
    const row = (await published()).find((known) => known.key_id === keyId)
    if (!row) return false
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: row.public_key }, format: 'jwk' })
    const isSigned = (text: string, by: string) =>
      verify(null, Buffer.from(text), key, Buffer.from(by, 'base64url'))
    if (!isSigned(receiptText(receipt, customer), signature)) return false
    return receipt.epoch === undefined || isSigned(epochText(receipt), receipt.epoch_signature ?? '')
  }

  return { current, published, isOurs }
}

export type ReceiptKeys = ReturnType<typeof createReceiptKeys>

/** Signs what the server says about an entry of a customer, and in which epoch it says so. */
export const signReceipt = (
  {
    epoch,
    ...claims
  }: Omit<Receipt, 'key_id' | 'signature' | 'epoch_signature' | 'epoch'> & { epoch: string | null },
  customer: string,
  { id, key }: SigningKey,
): Receipt => {
  const signatureOf = (text: string) => sign(null, Buffer.from(text), key).toString('base64url')
  const unsigned = { ...claims, key_id: id }
  const signed = { ...unsigned, signature: signatureOf(receiptText(unsigned, customer)) }
  if (epoch === null) return signed
  return { ...signed, epoch, epoch_signature: signatureOf(epochText({ ...signed, epoch })) }
}
