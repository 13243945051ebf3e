import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { fail } from '../../../lib/result.ts'
import type { ObjectTransport } from './object-transport.ts'
import {
  connectTransport,
  part,
  refusal,
  stored,
  type SentRequest,
  type Reply,
} from '../testing/connected-transport.ts'

const { signal } = new AbortController()

const expired = { status: 400, xml: refusal('ExpiredToken') }

describe('credentials that expire', () => {
  test('are renewed, and the request is repeated with the new ones', async () => {
    const { transport, requests, issued, retries } = connectTransport(expired, stored)
    expect((await transport.sendPart(part, { signal })).ok).toBe(true)
    expect(issued()).toBe(2)
    expect(retries).toEqual([{ outcome: 'signed-again', reason: 'credentials-refused' }])
    expect(requests.map(({ headers }) => headers['x-amz-security-token'])).toEqual(['token-1', 'token-2'])
  })

  test('are renewed once for all waiting requests', async () => {
    const { transport, issued } = connectTransport(expired, expired, expired, stored)
    const answers = await Promise.all(
      [1, 2, 3].map((number) => transport.sendPart({ ...part, number }, { signal })),
    )
    expect(answers.every(({ ok }) => ok)).toBe(true)
    expect(issued()).toBe(2)
  })

  test('cost only the refused part a retry', async () => {
    const { transport, requests } = connectTransport(expired, stored)
    const numbers = [1, 2, 3]
    await Promise.all(numbers.map((number) => transport.sendPart({ ...part, number }, { signal })))
    // The first request that arrives is refused. Signing is asynchronous, so it may be any of the three.
    const [refused, ...rest] = requests.map(({ query }) => query['partNumber'])
    expect(rest.slice(numbers.length - 1)).toEqual([refused])
  })

  test('that are refused again do not ask for a sign-in', async () => {
    const { transport, issued } = connectTransport(expired)
    expect(await transport.sendPart(part, { signal })).toEqual(
      fail({ kind: 'credentials-refused', code: 'ExpiredToken' }),
    )
    expect(issued()).toBe(2)
  })

  test('ask for a sign-in when the session has no others', async () => {
    const { transport, endSession } = connectTransport(expired)
    await transport.head('k', { signal })
    endSession()
    expect(await transport.sendPart(part, { signal })).toEqual(fail({ kind: 'sign-in-needed' }))
  })

  test('are logged, without keys or tokens', async () => {
    const { transport, logged } = connectTransport(expired, stored)
    await transport.sendPart(part, { signal })
    expect(logged).toEqual([
      [
        'The object store did not accept a signature. The request is signed again',
        { kind: 'credentials-refused', code: 'ExpiredToken' },
      ],
    ])
  })
})

test.each([
  ['400', 'ExpiredToken'],
  ['403', 'InvalidAccessKeyId'],
  ['400', 'InvalidToken'],
  ['403', 'SignatureDoesNotMatch'],
])('%s %s is retried with credentials of the same session', async (status, code) => {
  const { transport, issued } = connectTransport({ status: Number(status), xml: refusal(code) }, stored)
  expect((await transport.sendPart(part, { signal })).ok).toBe(true)
  expect(issued()).toBe(2)
})

describe('a query', () => {
  const found = { status: 200, headers: { 'content-length': '7', etag: '"e"' } }
  const refused = { status: 403, xml: refusal('AccessDenied') }
  const describeWay = ({ headers, query }: SentRequest) =>
    [
      'authorization' in headers && 'headers',
      'X-Amz-Signature' in query && `address, for ${query['X-Amz-Expires']} s`,
    ].filter(Boolean)
  const [byHeaders, byAddress] = [['headers'], ['address, for 900 s']]
  const listed = { ...found, xml: '<ListPartsResult><IsTruncated>false</IsTruncated></ListPartsResult>' }

  /** The store has accepted a signature in headers, of a part. */
  const proven = async (...replies: Reply[]) => {
    const connected = connectTransport(stored, ...replies)
    await connected.transport.sendPart(part, { signal })
    connected.requests.length = 0
    return connected
  }

  test('is signed in headers until a signature was accepted, as a refusal then says more', async () => {
    const { transport, requests } = connectTransport(found)
    await transport.head('k', { signal })
    await transport.head('k', { signal })
    expect(requests.map(describeWay)).toEqual([byHeaders, byAddress])
  })

  test.each<[string, Reply, (transport: ObjectTransport) => Promise<unknown>]>([
    ['after an object', found, ({ head }) => head('k', { signal })],
    ['after the parts', listed, ({ listParts }) => listParts('k', 'u', { signal })],
    ['after the uploads of a key', listed, ({ listUploads }) => listUploads('k', { signal })],
  ])(
    '%s is signed in its address, and a browser adds nothing that needs a preflight',
    async (_name, reply, ask) => {
      const { transport, requests } = await proven(reply)
      await ask(transport)
      expect(requests.map(describeWay)).toEqual([byAddress])
      const theBrowsers = new Set(['host', 'content-length', 'user-agent'])
      const ours = Object.keys(requests[0]?.headers ?? {}).filter(
        (name) => !theBrowsers.has(name.toLowerCase()),
      )
      expect(ours).toEqual([])
    },
  )

  test('whose address is refused is sent with signed headers, as are all that follow the second time', async () => {
    const { transport, requests } = await proven(refused, listed, refused, listed)
    expect((await transport.listParts('k', 'u', { signal })).ok).toBe(true)
    expect((await transport.listParts('k', 'u', { signal })).ok).toBe(true)
    await transport.listParts('k', 'u', { signal })
    expect(requests.map(describeWay)).toEqual([byAddress, byHeaders, byAddress, byHeaders, byHeaders])
  })

  test('whose address is refused once, for a clock that is then corrected, keeps signing addresses', async () => {
    const { transport, requests } = await proven(refused, listed, listed, refused, listed)
    for (let times = 0; times < 4; times++) await transport.listParts('k', 'u', { signal })
    expect(requests.map(describeWay)).toEqual([
      byAddress,
      byHeaders,
      byAddress,
      byAddress,
      byHeaders,
      byAddress,
    ])
  })

  test('that is refused either way keeps signing addresses', async () => {
    const { transport, requests } = await proven(refused)
    for (let times = 0; times < 3; times++)
      expect(await transport.listParts('k', 'u', { signal })).toEqual(
        fail({ kind: 'refused', code: 'AccessDenied' }),
      )
    expect(requests.map(describeWay)).toEqual([
      byAddress,
      byHeaders,
      byAddress,
      byHeaders,
      byAddress,
      byHeaders,
    ])
  })

  test('that finds nothing, or fails, is sent once', async () => {
    const { transport, requests } = await proven({ status: 404 }, { status: 503 })
    expect(await transport.head('k', { signal })).toMatchObject({ ok: false, error: { kind: 'not-found' } })
    expect(await transport.head('k', { signal })).toMatchObject({ ok: false, error: { kind: 'busy' } })
    expect(requests).toHaveLength(2)
  })

  test('whose credentials expired is sent with new ones, and the next again in its address', async () => {
    const { transport, requests, issued } = await proven(expired, expired, listed)
    expect((await transport.listParts('k', 'u', { signal })).ok).toBe(true)
    expect(issued()).toBe(2)
    await transport.head('k', { signal })
    expect(requests.map(describeWay)).toEqual([byAddress, byHeaders, byHeaders, byAddress])
  })

  test.each<[string, number, string, boolean]>([
    ['credentials that expired', 400, 'ExpiredToken', true],
    ['a wrong clock', 403, 'RequestTimeTooSkewed', true],
    ['rights that somebody has not', 403, 'AccessDenied', false],
  ])(
    'whose refusal has no body asks for the first byte instead: %s',
    async (_name, status, code, isCured) => {
      const { transport, requests } = connectTransport({ status }, { status, xml: refusal(code) }, found)
      const answer = await transport.head('k', { signal })
      expect(requests.slice(0, 2).map(({ method, headers }) => [method, headers['range']])).toEqual([
        ['HEAD', undefined],
        ['GET', 'bytes=0-0'],
      ])
      expect(answer).toMatchObject(isCured ? { ok: true } : fail({ kind: 'refused', code }))
    },
  )

  test('to whose address a firewall responds with a page is sent with signed headers', async () => {
    const { transport, requests } = await proven({ status: 403, xml: '<html>Blocked</html>' }, listed)
    expect((await transport.listParts('k', 'u', { signal })).ok).toBe(true)
    expect(requests.map(describeWay)).toEqual([byAddress, byHeaders])
  })

  test('uses the corrected clock', async () => {
    const { transport, requests, client } = await proven(found)
    client.config.systemClockOffset = 2 * 3_600_000
    await transport.head('k', { signal })
    const expected = new Date(Date.now() + 2 * 3_600_000).toISOString().replaceAll(/[-:]/g, '').slice(0, 11)
    expect(requests[0]?.query['X-Amz-Date']?.slice(0, 11)).toBe(expected)
  })
})

describe('a wrong clock', () => {
  // Otherwise the time that a busy machine takes, or a new hour, would count as an error of the clock.
  const now = Date.now()
  beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now }))
  afterAll(() => void vi.useRealTimers())
  const serverTime = new Date(now + 2 * 3_600_000)
  const skewed = {
    status: 403,
    xml: refusal('RequestTimeTooSkewed', `<ServerTime>${serverTime.toISOString()}</ServerTime>`),
  }

  test('is corrected after one refusal, and the correction applies to all later requests', async () => {
    const { transport, requests, client } = connectTransport(skewed, stored)
    expect((await transport.sendPart(part, { signal })).ok).toBe(true)
    expect((await transport.sendPart(part, { signal })).ok).toBe(true)
    expect(requests).toHaveLength(3)
    expect(Math.abs(client.config.systemClockOffset - 2 * 3_600_000)).toBeLessThan(60_000)
    const hour = (request?: SentRequest) => request?.headers['x-amz-date']?.slice(0, 11)
    expect(hour(requests[2])).toBe(serverTime.toISOString().replaceAll(/[-:]/g, '').slice(0, 11))
  })

  test('that S3 reports only as an expired request is corrected, and the request signed again', async () => {
    const late = '<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>'
    const { transport, requests, issued } = connectTransport({ status: 403, xml: late }, stored)
    expect((await transport.sendPart(part, { signal })).ok).toBe(true)
    expect([requests.length, issued()]).toEqual([2, 1])
  })

  test('that stays wrong is reported', async () => {
    const { transport } = connectTransport(skewed)
    const answer = await transport.sendPart(part, { signal })
    expect(answer).toEqual(fail({ kind: 'clock-skewed', code: 'RequestTimeTooSkewed' }))
  })

  test('of 5 minutes is corrected by the time of any response, before a request is refused', async () => {
    const wrong = 5 * 60_000
    const date = new Date(Date.now() + wrong).toUTCString()
    const { transport, client } = connectTransport({ ...stored, headers: { ...stored.headers, date } })
    expect((await transport.sendPart(part, { signal })).ok).toBe(true)
    expect(Math.abs(client.config.systemClockOffset - wrong)).toBeLessThan(60_000)
  })
})
