import { expect, test } from 'vitest'
import type { ProductApiClient } from '../../contract/product-api-client.ts'
import { createReceiptText, type Receipt, type ReceiptKey } from '../../contract/product-api/receipt.ts'
import { toBase64 } from '../../lib/base64.ts'
import { fail, ok } from '../../lib/result.ts'
import { createCheckReceipt } from './check-receipt.ts'

const base64url = (bytes: ArrayBuffer): string =>
  toBase64(new Uint8Array(bytes)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')

/** A server with its own key that signs receipts and publishes the key. */
const createSigner = async (key_id = '2026-11') => {
  const pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])
  if (!('privateKey' in pair)) throw new Error('Ed25519 makes pairs')
  const published: ReceiptKey = {
    key_id,
    public_key: base64url(await crypto.subtle.exportKey('raw', pair.publicKey)),
  }
  const sign = async (customer: string): Promise<Receipt> => {
    const said = { key: 'key', hash: 'hash', received_at: '2026-11-21T00:00:00.000Z', sequence: 1, key_id }
    const text = new TextEncoder().encode(createReceiptText(said, customer))
    return { ...said, signature: base64url(await crypto.subtle.sign('Ed25519', pair.privateKey, text)) }
  }
  return { published, sign }
}

const start = (keys: ReceiptKey[]) => {
  const stored = new Map<string, unknown>()
  const server = { keys, isThere: true, asked: 0 }
  const call = async () => {
    server.asked += 1
    return server.isThere ? ok({ keys: server.keys }) : fail({ code: 'no-answer', status: 0 })
  }
  const open = () =>
    createCheckReceipt({
      api: { call } as unknown as Pick<ProductApiClient, 'call'>,
      values: {
        read: async (name) => stored.get(name),
        write: async (name, value) => void stored.set(name, value),
      },
    })
  return { server, open }
}

test('accepts only receipts that this server signed for this customer, unchanged', async () => {
  const [ours, theirs] = await Promise.all([createSigner(), createSigner()])
  const check = start([ours.published]).open()
  const receipt = await ours.sign('coach-a')
  expect(await check(receipt, 'coach-a')).toBe(true)
  expect(await check(receipt, 'coach-b')).toBe(false)
  expect(await check({ ...receipt, sequence: 2 }, 'coach-a')).toBe(false)
  expect(await check(await theirs.sign('coach-a'), 'coach-a')).toBe(false)
  expect(await check({ ...receipt, signature: '' }, 'coach-a')).toBe(false)
})

test('fetches the keys once, and then knows them offline', async () => {
  const ours = await createSigner()
  const { server, open } = start([ours.published])
  const receipt = await ours.sign('coach-a')
  await open()(receipt, 'coach-a')
  server.isThere = false
  expect(await open()(receipt, 'coach-a')).toBe(true)
  expect(server.asked).toBe(1)
})

test('fetches a new key, and rejects a key that the server does not publish', async () => {
  const [old, young, foreign] = await Promise.all([
    createSigner(),
    createSigner('2026-12'),
    createSigner('2031-01'),
  ])
  const { server, open } = start([old.published])
  const check = open()
  await check(await old.sign('coach-a'), 'coach-a')
  server.keys = [old.published, young.published]
  expect(await check(await young.sign('coach-a'), 'coach-a')).toBe(true)
  expect(await check(await foreign.sign('coach-a'), 'coach-a')).toBe(false)
})

test('fetches a replaced key of the same name again, and rejects its receipts while it cannot', async () => {
  const [lost, anew] = await Promise.all([createSigner(), createSigner()])
  const { server, open } = start([lost.published])
  const check = open()
  await check(await lost.sign('coach-a'), 'coach-a')
  server.keys = [anew.published]
  server.isThere = false
  expect(await check(await anew.sign('coach-a'), 'coach-a')).toBe(false)
  server.isThere = true
  expect(await check(await anew.sign('coach-a'), 'coach-a')).toBe(true)
})

test('gives no verdict while the keys cannot be fetched, and one afterwards', async () => {
  const ours = await createSigner()
  const { server, open } = start([ours.published])
  server.isThere = false
  const check = open()
  const receipt = await ours.sign('coach-a')
  expect(await check(receipt, 'coach-a')).toBeUndefined()
  server.isThere = true
  expect(await check(receipt, 'coach-a')).toBe(true)
})
