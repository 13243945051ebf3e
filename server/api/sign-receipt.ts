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
  createDeviceStatementText,
  type DeviceStatement,
} from '../../src/contract/product-api/device-statement.ts'
import { createErasureText, type ErasureReceipt } from '../../src/contract/product-api/erasure.ts'
import {
  createEpochText,
  createReceiptText,
  type Receipt,
  type ReceiptKey,
} from '../../src/contract/product-api/receipt.ts'
import type { Database } from '../db/database.ts'
import { receiptKeys } from '../db/schema.ts'

/*
 * The server signs what a coach may later have to prove: that an entry was delivered, which device is theirs,
 * and that their account was erased. The *claims* are what a signed object states, without the key's id and
 * the signature.
 */

/** A private key and its id, which receipts contain. */
export type SigningKey = { id: string; key: KeyObject }

/** Returns the id of a key: its month. Instances of the server thus agree on a key without coordination. */
const toKeyId = (now: Date): string => now.toISOString().slice(0, 'YYYY-MM'.length)

const createKeyRow = (id: string, createdAt: Date) => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  // `x` is the raw public key in base64url.
  const { x: rawPublicKey = '' } = publicKey.export({ format: 'jwk' })
  const derPrivateKey = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64url')
  return { id, publicKey: rawPublicKey, privateKey: derPrivateKey, createdAt }
}

const toSigningKey = ({ id, privateKey }: typeof receiptKeys.$inferSelect): SigningKey => ({
  id,
  key: createPrivateKey({ key: Buffer.from(privateKey, 'base64url'), format: 'der', type: 'pkcs8' }),
})

/**
 * Reads and creates the keys that sign receipts. There is a new key each month. The first instance of the
 * server that needs it creates it and stores it in the database for all instances. Older keys no longer sign
 * but stay published, so that coaches can check older receipts.
 */
export const createReceiptKeys = ({ db, now }: { db: Database; now: () => Date }) => {
  let cachedKey: SigningKey | undefined

  /** Returns the key of this month. Creates it if it does not exist. */
  const getSigningKey = async (): Promise<SigningKey> => {
    const id = toKeyId(now())
    if (cachedKey?.id === id) return cachedKey
    const selectRow = () => db.select().from(receiptKeys).where(eq(receiptKeys.id, id))
    let [row] = await selectRow()
    if (!row) {
      await db.insert(receiptKeys).values(createKeyRow(id, now())).onConflictDoNothing()
      // Another instance of the server may have inserted its own key first.
      ;[row] = await selectRow()
    }
    if (!row) throw new Error('The receipt key that was just stored is missing.')
    cachedKey = toSigningKey(row)
    return cachedKey
  }

  /** Lists the public keys of all months, so that anybody can check a signature. */
  const listPublicKeys = (): Promise<ReceiptKey[]> =>
    db
      .select({ key_id: receiptKeys.id, public_key: receiptKeys.publicKey })
      .from(receiptKeys)
      .orderBy(asc(receiptKeys.id))

  /** Whether this server signed all the texts with the named key. Reads the keys from the database. */
  const hasSigned = async (
    keyId: string,
    texts: { text: string; signature: string | undefined }[],
  ): Promise<boolean> => {
    const row = (await listPublicKeys()).find((key) => key.key_id === keyId)
    if (!row) return false
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: row.public_key }, format: 'jwk' })
    return texts.every(({ text, signature = '' }) =>
      verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url')),
    )
  }

  const hasSignedReceipt = (receipt: Receipt, customerId: string): Promise<boolean> => {
    const { key_id, signature, epoch, epoch_signature } = receipt
    const epochTexts =
      epoch === undefined ? [] : [{ text: createEpochText(receipt), signature: epoch_signature }]
    return hasSigned(key_id, [{ text: createReceiptText(receipt, customerId), signature }, ...epochTexts])
  }

  const hasSignedStatement = (statement: DeviceStatement): Promise<boolean> => {
    const { key_id, signature } = statement
    return hasSigned(key_id, [{ text: createDeviceStatementText(statement), signature }])
  }

  return { getSigningKey, listPublicKeys, hasSignedReceipt, hasSignedStatement }
}

export type ReceiptKeys = ReturnType<typeof createReceiptKeys>

/** Signs a text. The first argument of `sign` is null, because Ed25519 needs no digest algorithm. */
const signText = (text: string, key: KeyObject): string =>
  sign(null, Buffer.from(text), key).toString('base64url')

type ReceiptClaims = Omit<Receipt, 'key_id' | 'signature' | 'epoch_signature' | 'epoch'> & {
  epoch: string | null
}

/**
 * Signs a receipt for an entry of a customer. The sequence number is unique within the epoch. The epoch has
 * its own signature, so that apps without epochs can still check the other signature.
 */
export const signReceipt = (
  { epoch, ...claims }: ReceiptClaims,
  customerId: string,
  { id, key }: SigningKey,
): Receipt => {
  const unsigned = { ...claims, key_id: id }
  const signed = { ...unsigned, signature: signText(createReceiptText(unsigned, customerId), key) }
  if (epoch === null) return signed
  return { ...signed, epoch, epoch_signature: signText(createEpochText({ ...signed, epoch }), key) }
}

/** Signs a statement that names the owner of a device. */
export const signDevice = (
  claims: Omit<DeviceStatement, 'key_id' | 'signature'>,
  { id, key }: SigningKey,
): DeviceStatement => {
  const unsigned = { ...claims, key_id: id }
  return { ...unsigned, signature: signText(createDeviceStatementText(unsigned), key) }
}

export const signErasure = (
  claims: Omit<ErasureReceipt, 'key_id' | 'signature'>,
  { id, key }: SigningKey,
): ErasureReceipt => {
  const unsigned = { ...claims, key_id: id }
  return { ...unsigned, signature: signText(createErasureText(unsigned), key) }
}
