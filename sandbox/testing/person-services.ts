import * as v from 'valibot'
import type { LocaleCode } from '../../src/config/locales.ts'
import { loyalty } from '../../src/config/loyalty.ts'
import { consentService } from '../../src/contract/consent.ts'
import { extendedProfileService } from '../../src/contract/extended-profile.ts'
import { loyaltyService } from '../../src/contract/loyalty/loyalty.ts'
import { marketingProfileService } from '../../src/contract/marketing-profile.ts'
import type { SentBody } from '../../src/contract/service-call.ts'
import { createServiceClient } from '../../src/contract/service-client.ts'
import type { Result } from '../../src/lib/result.ts'
import { getPersonKey, vendorCredential } from '../shared/settings.ts'
import type { TestSandbox } from './start-test-sandbox.ts'

type SignUp = SentBody<typeof loyaltyService.calls.signUp>

export const vendor = { vendor: vendorCredential }
export const DataSourceID = loyalty.sourceIds.en
export const password = 'Barriers-2026!'

/** Creates a valid body of a sign-up. */
export const signUpBody = (email: string, more: Partial<SignUp> = {}): SignUp => ({
  ClientID: loyalty.clientId,
  DataSourceID,
  Username: email,
  FirstName: 'Ana',
  LastName: 'Souza',
  Emails: [{ EmailAddress: email, ChannelCode: 'EMAIL', PreferredFlag: 'Y', Status: 'A' }],
  Address: { Country: 'US' },
  UserAccount: { Username: email, ProfilePassword: password, AccountVerify: 'N' },
  CustomAttributes: { FIRST_NAME: 'Ana', LAST_NAME: 'Souza' },
  ...more,
})

const storedDataSchema = v.looseObject({
  journal: v.array(
    v.looseObject({
      service: v.string(),
      call: v.string(),
      status: v.number(),
      body: v.optional(v.unknown()),
    }),
  ),
})

/** Creates typed clients of the four services of a running sandbox, with helpers for tests. */
export const connectPersonServices = (sandbox: TestSandbox) => {
  const origin = () => sandbox.addresses().personServices
  const getOptions = (name: string) => ({ baseUrl: `${origin()}/${name}`, fetch })
  const clients = {
    loyalty: createServiceClient({ service: loyaltyService, ...getOptions('loyalty') }),
    marketing: createServiceClient({ service: marketingProfileService, ...getOptions('marketing-profile') }),
    extended: createServiceClient({ service: extendedProfileService, ...getOptions('extended-profile') }),
    consent: createServiceClient({ service: consentService, ...getOptions('consent') }),
  }
  const control = (method: string, body?: object) =>
    fetch(`${origin()}/_control/fail-next`, { method, ...(body && { body: JSON.stringify(body) }) })

  return {
    ...clients,
    login: (Username: string, Password = password) =>
      clients.loyalty.call('login', { DataSourceID, Username, Password }, vendor),
    /** Creates an unverified account of the loyalty provider. */
    async join(email: string, more: Partial<SignUp> = {}) {
      return unwrap(await clients.loyalty.call('signUp', signUpBody(email, more), vendor))
    },
    /** Plans a fault, such as `{ target: 'loyalty.login', status: 500 }`. */
    failNext: (fault: object) => control('POST', fault),
    forgetFailures: () => control('DELETE'),
    stored: async () => v.parse(storedDataSchema, await (await fetch(`${origin()}/_stored`)).json()),
  }
}
export type PersonServices = ReturnType<typeof connectPersonServices>

/** Returns the credentials of a person with this identity token, as the site of a locale sends them. */
export const toPersonCredentials = (identityToken: string, locale: LocaleCode) => ({
  identityToken,
  key: getPersonKey(locale),
})

/** Returns the value of a success. Throws for a failure. */
export const unwrap = <T>(result: Result<T, unknown>): T => {
  if (!result.ok) throw new Error(`The call failed: ${JSON.stringify(result.error)}`)
  return result.value
}

/** Creates the expected result of a rejected call. */
export const rejected = (code: string, status = 200, path?: string) => ({
  ok: false,
  error: { kind: 'refused', code, status, ...(path === undefined ? {} : { path }) },
})
