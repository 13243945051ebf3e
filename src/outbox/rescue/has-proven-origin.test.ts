import { expect, test } from 'vitest'
import type { ProductApiClient } from '../../contract/product-api-client.ts'
import {
  createDeviceStatementText,
  type DeviceStatement,
} from '../../contract/product-api/device-statement.ts'
import { toBase64 } from '../../lib/base64.ts'
import { fail, ok } from '../../lib/result.ts'
import { hasProvenOrigin } from './rescue-file.ts'
import type { RescueContent } from './rescue-content.ts'

const device = '00000000-0000-4000-8000-00000000000d'
const other = '00000000-0000-4000-8000-00000000000e'
const base64url = (bytes: ArrayBuffer) =>
  toBase64(new Uint8Array(bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

/** A server with its key, and a rescue file whose statement it signed. */
const start = async () => {
  const pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])
  if (!('privateKey' in pair)) throw new Error('Ed25519 makes pairs of keys.')
  const published = {
    key_id: '2026-11',
    public_key: base64url(await crypto.subtle.exportKey('raw', pair.publicKey)),
  }
  const stated = { device, customer_id: 'coach-a', stated_at: '2026-11-22T00:00:00.000Z', key_id: '2026-11' }
  const text = new TextEncoder().encode(createDeviceStatementText(stated))
  const signature = base64url(await crypto.subtle.sign('Ed25519', pair.privateKey, text))
  const statement: DeviceStatement = { ...stated, signature }
  const content: RescueContent = {
    customer: 'coach-a',
    device,
    statement,
    madeAt: 1,
    entries: [],
    unreadable: [],
  }
  const api = { call: (async () => ok({ keys: [published] })) as unknown as ProductApiClient['call'] }
  return { api, statement, content }
}

test('accepts a file with the statement of its own device', async () => {
  const { api, content } = await start()
  expect(await hasProvenOrigin(api, content)).toBe(true)
})

test.each<[string, (content: RescueContent, statement: DeviceStatement) => Partial<RescueContent>]>([
  ['without a statement', () => ({ statement: undefined })],
  ['of another customer', () => ({ customer: 'coach-b' })],
  ['of another device', () => ({ device: other })],
  [
    'whose statement was changed to its customer',
    (_, statement) => ({ customer: 'coach-b', statement: { ...statement, customer_id: 'coach-b' } }),
  ],
  [
    'whose statement was changed to its device',
    (_, statement) => ({ device: other, statement: { ...statement, device: other } }),
  ],
  [
    'whose statement is of another time',
    (_, statement) => ({ statement: { ...statement, stated_at: '2027-01-01T00:00:00.000Z' } }),
  ],
  [
    'whose statement names a key that nobody published',
    (_, statement) => ({ statement: { ...statement, key_id: '1999-01' } }),
  ],
  [
    'whose statement somebody else signed',
    (_, statement) => ({ statement: { ...statement, signature: 'A'.repeat(86) } }),
  ],
])('a file %s proves nothing', async (_, change) => {
  const { api, content, statement } = await start()
  expect(await hasProvenOrigin(api, { ...content, ...change(content, statement) })).toBe(false)
})

test('proves nothing while the keys cannot be read', async () => {
  const { content } = await start()
  const api = {
    call: (async () => fail({ code: 'no-answer', status: 0 })) as unknown as ProductApiClient['call'],
  }
  expect(await hasProvenOrigin(api, content)).toBe(false)
})
