import { describe, expect, test } from 'vitest'
import { fail } from '../../../lib/result.ts'
import { connectTransport, part, refusal, stored, type Asked } from '../testing/connected-transport.ts'

const { signal } = new AbortController()

describe('credentials that expire', () => {
  const expired = { status: 400, xml: refusal('ExpiredToken') }

  test('are renewed, and the request is done again with the new ones', async () => {
    const { transport, asked, fresh } = connectTransport(expired, stored)
    expect((await transport.sendPart(part, { signal })).ok).toBe(true)
    expect(fresh).toEqual([false, true])
    expect(asked.map(({ headers }) => headers['x-amz-security-token'])).toEqual(['token-1', 'token-2'])
  })

  test('are renewed once for all who wait', async () => {
    const { transport, fresh } = connectTransport(expired, expired, expired, stored)
    const answers = await Promise.all(
      [1, 2, 3].map((number) => transport.sendPart({ ...part, number }, { signal })),
    )
    expect(answers.every(({ ok }) => ok)).toBe(true)
    expect(fresh).toEqual([false, true])
  })

  test('cost only the refused part a second try', async () => {
    const { transport, asked } = connectTransport(expired, stored)
    const numbers = [1, 2, 3]
    await Promise.all(numbers.map((number) => transport.sendPart({ ...part, number }, { signal })))
    const again = asked.slice(numbers.length).map(({ query }) => query['partNumber'])
    expect(again).toEqual(['1'])
  })

  test('that are refused again need the person', async () => {
    const { transport } = connectTransport(expired)
    expect(await transport.sendPart(part, { signal })).toEqual(fail({ kind: 'sign-in-needed' }))
  })
})

describe('a wrong clock', () => {
  const serverTime = new Date(Date.now() + 2 * 3_600_000)
  const skewed = {
    status: 403,
    xml: refusal('RequestTimeTooSkewed', `<ServerTime>${serverTime.toISOString()}</ServerTime>`),
  }

  test('is learned from one refusal, and kept for all later requests', async () => {
    const { transport, asked, client } = connectTransport(skewed, stored)
    expect((await transport.sendPart(part, { signal })).ok).toBe(true)
    expect((await transport.sendPart(part, { signal })).ok).toBe(true)
    expect(asked).toHaveLength(3)
    expect(Math.abs(client.config.systemClockOffset - 2 * 3_600_000)).toBeLessThan(60_000)
    const hour = (request?: Asked) => request?.headers['x-amz-date']?.slice(0, 11)
    expect(hour(asked[2])).toBe(serverTime.toISOString().replaceAll(/[-:]/g, '').slice(0, 11))
  })

  test('that stays wrong is said', async () => {
    const { transport } = connectTransport(skewed)
    const answer = await transport.sendPart(part, { signal })
    expect(answer).toEqual(fail({ kind: 'refused', code: 'RequestTimeTooSkewed' }))
  })

  test('of 5 minutes is corrected by the time of any answer, before a request is refused', async () => {
    const wrong = 5 * 60_000
    const date = new Date(Date.now() + wrong).toUTCString()
    const { transport, client } = connectTransport({ ...stored, headers: { ...stored.headers, date } })
    expect((await transport.sendPart(part, { signal })).ok).toBe(true)
    expect(Math.abs(client.config.systemClockOffset - wrong)).toBeLessThan(5000)
  })
})
