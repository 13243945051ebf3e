import type { IncomingMessage, ServerResponse } from 'node:http'
import { loyaltyErrors } from '../../src/contract/loyalty/loyalty-errors.ts'

type Person = { customer: string; verified?: boolean }

const detailsOf = ({ customer, verified = true }: Person) => {
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

/** A loyalty provider that knows whose its tokens are, as far as the product API asks it. */
export const createTestLoyalty = () => {
  const people = new Map<string, Person>()
  let failing: { status: number; body: string } | undefined

  return {
    token: (customer: string, more: Omit<Person, 'customer'> = {}): string => {
      const token = `loyalty-token-${people.size}`
      people.set(token, { customer, ...more })
      return token
    },
    /** Answers everything like this from now on; `undefined` heals it. */
    fail: (answer: { status: number; body: string } | undefined) => void (failing = answer),

    answer: (request: IncomingMessage, response: ServerResponse): void => {
      const person = people.get(/^User (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '')
      const send = (status: number, body: string) =>
        void response.writeHead(status, { 'Content-Type': 'application/json' }).end(body)
      if (failing) send(failing.status, failing.body)
      else if (person) send(200, JSON.stringify(detailsOf(person)))
      else {
        const Number = loyaltyErrors.tokenRefused
        send(401, JSON.stringify({ Type: 'ERROR', ErrorDesc: { Number } }))
      }
    },
  }
}
