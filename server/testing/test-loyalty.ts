import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { loyaltyErrors } from '../../src/contract/loyalty/loyalty-errors.ts'
import { testVendor } from './test-env.ts'

type Person = { customer: string; verified?: boolean }

const createDetails = ({ customer, verified = true }: Person) => {
  const email = `${customer}@secret.example`
  return {
    Type: 'SUCCESS',
    ProfileID: customer,
    Username: email,
    FirstName: 'Ana',
    LastName: 'Silva',
    Emails: [{ EmailAddress: email, ChannelCode: 'EMAIL', PreferredFlag: 'Y', Status: 'A' }],
    Address: { Country: 'US' },
    UserAccount: { Username: email, AccountVerify: verified ? 'Y' : 'N' },
    CustomAttributes: { FIRST_NAME: 'Ana', LAST_NAME: 'Silva' },
    PromotionResponses: [],
    SurveyProfileResponses: [],
  }
}

const createTokens = (customer: string, token: string) => ({
  Type: 'SUCCESS',
  ProfileID: customer,
  AccessToken: token,
  RefreshToken: `refresh-${token}`,
  Expires: 3600,
  VerifiedStatusFlag: 'Y',
})

const createErrorBody = (number: string) => JSON.stringify({ Type: 'ERROR', ErrorDesc: { Number: number } })

/**
 * Creates a loyalty provider that knows the customers of its tokens, for the calls that the product API
 * makes.
 */
export const createTestLoyalty = () => {
  /** By access token. */
  const people = new Map<string, Person>()
  let failing: { status: number; body: string } | undefined

  const token = (
    customer: string,
    options: Omit<Person, 'customer'> = {},
    newToken = `loyalty-token-${people.size}`,
  ): string => {
    people.set(newToken, { customer, ...options })
    return newToken
  }

  /** Accepts the password `right`. The customer id is the part of the address before the @. */
  const signIn = async (request: IncomingMessage): Promise<[status: number, body: string]> => {
    if (request.headers.authorization !== `Basic ${testVendor}`)
      return [401, createErrorBody(loyaltyErrors.invalidVendorCredential)]
    const { Username, Password } = JSON.parse(await text(request))
    if (Password !== 'right') return [200, createErrorBody(loyaltyErrors.passwordWrong)]
    const customer = String(Username).split('@')[0] ?? ''
    return [200, JSON.stringify(createTokens(customer, token(customer)))]
  }

  return {
    token,
    /** Sets the response to every request. `undefined` restores normal responses. */
    fail: (response: { status: number; body: string } | undefined) => void (failing = response),

    answer: async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const person = people.get(/^User (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '')
      const send = (status: number, body: string) =>
        void response.writeHead(status, { 'Content-Type': 'application/json' }).end(body)
      if (failing) send(failing.status, failing.body)
      else if (request.url?.endsWith('/oauth/authorize')) send(...(await signIn(request)))
      else if (person) send(200, JSON.stringify(createDetails(person)))
      else send(401, createErrorBody(loyaltyErrors.invalidToken))
    },
  }
}
