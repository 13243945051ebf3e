import type { Mutant } from './mutant.ts'

const authorize = 'server/api/authorize.ts'
const dispatch = 'server/api/dispatch.ts'
const parse = 'server/api/parse.ts'
const deviceSecrets = 'server/auth/device-secrets.ts'

const authorizeTest = 'server/api/authorize.test.ts'
const dispatchTest = 'server/api/dispatch.test.ts'
const parseTest = 'server/api/parse.test.ts'
const deliverTest = 'server/api/deliver.test.ts'
const sessionTest = 'server/resources/session.test.ts'
const appTest = 'server/app.test.ts'
const reportTest = 'server/resources/devices/sync-report.test.ts'
const eraseTest = 'server/resources/personal-data/erase-account.test.ts'
const overviewTest = 'server/resources/devices/overview.test.ts'
const devicesTest = 'server/resources/devices/devices.test.ts'
const deviceSecretsTest = 'server/auth/device-secrets.test.ts'

/** Faults in the product API: who may call it, for whom, and how often. */
export const serverMutants: readonly Mutant[] = [
  {
    name: 'a browser that knows the id of a device signs in as that device',
    file: deviceSecrets,
    from: 'if ((ownerHash ?? (await findOwnerHash(claim.device))) === secretHash)',
    to: 'if (secretHash)',
    tests: [deviceSecretsTest],
  },
  {
    name: 'any customer takes over a device that has no secret yet',
    file: deviceSecrets,
    from: ' && !(await belongsToOthers(claim))',
    to: '',
    tests: [deviceSecretsTest],
  },
  {
    name: 'a device that last reported days ago counts as seen today',
    file: 'server/resources/devices/device-ages.ts',
    from: 'today: gte(lastSeen, ago(dayMs))',
    to: 'today: gte(lastSeen, ago(7 * dayMs))',
    tests: [overviewTest],
  },
  {
    name: 'a number in the overview keeps the filter that it would replace',
    file: 'server/resources/devices/overview.ts',
    from: 'conditionsWith({ waiting: undefined })',
    to: 'conditionsWith({})',
    tests: [overviewTest],
  },
  {
    name: 'a rescue file without proof fills the gaps of a device',
    file: 'server/resources/rescue.ts',
    from: '...((await isProven(entry)) && { deviceSequence',
    to: '...((await isProven(entry), true) && { deviceSequence',
    tests: ['server/resources/rescue.test.ts'],
  },
  {
    name: 'a page of another site posts in the name of a customer',
    file: authorize,
    from: "if (method === 'POST' && !cookies.hasValidCsrfToken(http))",
    to: 'if (method === undefined)',
    tests: [dispatchTest, appTest, sessionTest],
  },
  {
    name: 'each request with a valid session counts as a guess from its address',
    file: authorize,
    from: 'if (session) refund()',
    to: '',
    tests: [authorizeTest],
  },
  {
    name: 'a login is not limited',
    file: 'server/api/rate-limits.ts',
    from: 'isGuess(name) ? logins.take(`${name} ${address}`) : 0',
    to: '0',
    tests: [appTest, sessionTest],
  },
  {
    name: 'every customer is an admin',
    file: dispatch,
    from: "if (!includesRole(session.role, requiredRole)) return fail({ code: 'admin-only' })",
    to: '',
    tests: [dispatchTest, devicesTest],
  },
  {
    name: 'an outbox call needs no key',
    file: 'server/api/read-entry.ts',
    from: "  if (!key.success) return fail({ code: 'key-missing' })\n",
    to: '',
    tests: [dispatchTest, deliverTest],
  },
  {
    name: 'a call names another customer than its session',
    file: parse,
    from: "  if (!namesCustomer(Object(body.value), customerId)) return fail({ code: 'other-customer' })\n",
    to: '',
    tests: [dispatchTest, parseTest],
  },
  {
    name: 'a report names another device than its session',
    file: parse,
    from: "!('device' in body) || body.device === deviceId",
    to: 'true || deviceId',
    tests: [reportTest],
  },
  {
    name: 'a field that no schema knows is dropped without an error',
    file: parse,
    from: '    if (droppedField === undefined) return ok(parsed.output)\n',
    to: '    return ok(parsed.output)\n',
    tests: [parseTest],
  },
  {
    name: 'any anti-forgery token of the right length matches',
    file: 'server/auth/cookies.ts',
    from: 'cookie.length === header.length && timingSafeEqual(cookie, header)',
    to: 'cookie.length === header.length',
    tests: [dispatchTest, appTest, sessionTest],
  },
  {
    name: 'two empty anti-forgery tokens match',
    file: 'server/auth/cookies.ts',
    from: 'cookie.length > 0 && ',
    to: '',
    tests: [dispatchTest, appTest, sessionTest],
  },
  {
    name: 'a repeated key with another body gets the response to the first body',
    file: 'server/api/deliver.ts',
    from: 'row.hash === entry.hash && row.call === entry.call',
    to: 'row.call === entry.call',
    tests: [deliverTest],
  },
  {
    name: 'a rescue file delivers an entry of another customer than the file names',
    file: 'server/resources/rescue.ts',
    from: "return namesCustomer(Object(body.value), customer)\n    ? body\n    : fail({ code: 'other-customer', path: 'customer_id' })",
    to: 'return body',
    tests: ['server/resources/rescue.test.ts'],
  },
  {
    name: 'the export of admins ignores a filter',
    file: 'server/resources/devices/devices.ts',
    from: 'selectDevicePage(db, { filters, cursor, size: csvPageSize',
    to: 'selectDevicePage(db, { filters: { sort: filters.sort }, cursor, size: csvPageSize',
    tests: [devicesTest],
  },
  {
    name: 'the export of one country contains the answers of all countries',
    file: 'server/resources/surveys/export-answers.ts',
    from: '        eq(customers.country, country),\n',
    to: '',
    tests: ['server/resources/surveys/export-answers.test.ts'],
  },
  {
    name: 'a signature need not cover the host',
    file: 'sandbox/object-store/signature/authenticate.ts',
    from: "(name === 'host' || name.startsWith('x-amz-'))",
    to: "name.startsWith('x-amz-')",
    tests: ['sandbox/object-store/signatures.test.ts'],
  },
  {
    name: 'entries that a phone still had of a deleted account are stored',
    file: 'server/api/deliver.ts',
    from: 'if (await isOlderThanErasure(db, erasure, received)) return accountErased',
    to: '',
    tests: [eraseTest],
  },
  {
    name: 'entries that were deleted with their account count as lost by the database',
    file: 'server/api/deliver.ts',
    from: 'if (erasure && new Date(formerReceipt.received_at) <= erasure.erasedAt) return undefined',
    to: '',
    tests: ['server/api/former-receipt.test.ts'],
  },
]
