import { randomUUID } from 'node:crypto'
import { productApi } from '../../src/contract/product-api.ts'
import { createKeyOption, postCalls } from './attempts.ts'
import { testDevice } from './sync-log/sample-report.ts'
import { createSampleBodies, type PostCall } from './sample-bodies.ts'
import type { TestApp } from './start-test-app.ts'

/** The body and response of one call, with placeholders for values that differ each time. */
export type Exchange = { body: unknown; response: unknown }
export type Exchanges = Record<string, Exchange>

/** Moves the calls that end the session to the end. */
const orderCalls = (calls: readonly PostCall[]): PostCall[] => {
  const last: readonly PostCall[] = ['logout', 'resetTokens', 'eraseAccount']
  return calls.filter((name) => !last.includes(name)).concat(last)
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
/** Replaces every id in a recording, including the device's. */
export const recordedDevice = '00000000-0000-4000-8000-000000000001'

/** The values for the placeholders of a recording: the customer and their tokens. */
const placeholderValues = async ({ identity }: Pick<TestApp, 'identity'>, customer: string) => ({
  '{customer}': customer,
  '{idToken}': await identity.token(customer),
  '{accessToken}': await identity.token(customer, { use: 'access' }),
  '{freshToken}': (await createSampleBodies(identity, customer)).eraseAccount.accessToken,
  '{loyaltyToken}': identity.loyaltyToken(customer),
})

const anonymize = (text: string, values: Record<string, string>): string =>
  Object.entries(values)
    .reduce((left, [placeholder, value]) => left.replaceAll(value, placeholder), text)
    .replaceAll(/"eyJ[\w-]+\.eyJ[^"]*"\s*/g, '"{idToken}"')
    .replaceAll(uuid, recordedDevice)
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '2026-01-01T00:00:00.000Z')
    .replaceAll(/"month":"\d{4}-\d\d"/g, '"month":"2026-01"')
    .replaceAll(/"key_id":"[^"]*"/g, '"key_id":"2026-01"')
    .replaceAll(/"[\w-]{86}"/g, `"${'A'.repeat(86)}"`)
    .replaceAll(/"[0-9a-f]{64}"/g, `"${'0'.repeat(64)}"`)

/** The exchanges of the current app and server, call by call. */
export const recordExchanges = async (api: TestApp): Promise<Exchanges> => {
  const coach = api.client()
  const customer = await coach.signIn(`customer-${randomUUID()}`)
  const own = await createSampleBodies(api.identity, customer)
  const values = {
    '{customer}': customer,
    '{idToken}': own.login.authToken,
    '{accessToken}': own.resetTokens.accessToken,
    '{freshToken}': own.eraseAccount.accessToken,
    '{loyaltyToken}': own.storageIdentity.accessToken,
  }
  const samples = { ...own, login: { ...own.login, device: testDevice } }
  const exchanges: Exchanges = {}
  for (const name of orderCalls(postCalls)) {
    const { body } = await coach.post(productApi[name].path, samples[name], createKeyOption(name))
    exchanges[name] = JSON.parse(anonymize(JSON.stringify({ body: samples[name], response: body }), values))
  }
  return exchanges
}

/** The body of a recording, with current values for its placeholders. */
export const bodyFor = async (
  api: Pick<TestApp, 'identity'>,
  { body }: Exchange,
  customer: string,
): Promise<unknown> => {
  const values = await placeholderValues(api, customer)
  const text = Object.entries(values).reduce(
    (left, [placeholder, value]) => left.replaceAll(placeholder, value),
    JSON.stringify(body),
  )
  return JSON.parse(text)
}

/** Every field of a JSON value with its type: `receipt.sequence: number`. */
export const listFields = (value: unknown, path = ''): string[] => {
  if (Array.isArray(value)) return value.slice(0, 1).flatMap((item) => listFields(item, `${path}[]`))
  if (typeof value !== 'object' || value === null)
    return [`${path}: ${value === null ? 'null' : typeof value}`]
  return Object.entries(value).flatMap(([name, field]) => listFields(field, `${path}.${name}`))
}

/**
 * Finds fields of a recorded response that are missing in a response. A field that was null may have a value.
 */
export const findMissingFields = (recorded: unknown, response: unknown): string[] => {
  const has = listFields(response)
  return listFields(recorded).filter((field) => {
    const [, nullable] = /^(.*): null$/.exec(field) ?? []
    return !has.some((own) => own === field || (nullable !== undefined && own.startsWith(nullable)))
  })
}
