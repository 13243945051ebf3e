import { randomUUID } from 'node:crypto'
import type { BodyOf } from '../../../src/contract/product-api.ts'
import { headers } from '../../../src/contract/product-api/headers-and-cookies.ts'
import type { TestApp } from '../start-test-app.ts'
import { createSampleReport } from './sample-report.ts'

type Report = BodyOf<'syncReport'>

/** A coach with their own device that delivers and reports as the app does. */
export const signInDevice = async (
  api: Pick<TestApp, 'client'>,
  { device = randomUUID(), locale = 'pt-BR' }: { device?: string; locale?: string } = {},
) => {
  const client = api.client()
  const customer = await client.signIn(randomUUID(), { device }, locale)
  const report = (change: Partial<Report> = {}) =>
    client.post('/api/sync-report', { ...createSampleReport(customer), device, ...change })
  const deliver = (seq: number | string, change: Record<string, string> = {}) =>
    client.deliver(
      '/api/events',
      { customer_id: customer, event_id: 1, value: 'x' },
      { headers: { [headers.deviceSequence]: `${device}/${seq}`, ...change } },
    )
  return { client, customer, device, report, deliver }
}

/** A report without waiting entries. */
export const settled = (highest: number): Partial<Report> => ({
  pending: { to_send: 0, needs_you: 0, oldest_age: null },
  mine: { to_send: 0, needs_you: 0 },
  sequences: { highest, pending: [], discarded: [] },
  errors: [],
  rows: [],
})

/** An admin who has just signed in, at a time in ms since the epoch. */
export const signInAdmin = async (api: Pick<TestApp, 'client'>, now = Date.now()) => {
  const client = api.client()
  await client.signIn(randomUUID(), { groups: ['admin'], signedInAt: Math.floor(now / 1000) })
  return client
}
