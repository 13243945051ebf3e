import { addresses } from '../product.ts'

const order = async (address: string, method: 'POST' | 'DELETE', body?: object): Promise<void> => {
  const answer = await fetch(`${address}/_control/fail-next`, {
    method,
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`The stand-in took no order: ${await answer.text()}`)
}

/** Makes the user pool fail the next calls of an operation, as `{ target: 'ForgotPassword', type: '…Exception' }`. */
export const failUserPool = (failure: { target: string; type: string; status?: number; times?: number }) =>
  order(addresses.userPool, 'POST', failure)

type PersonFailure = {
  target: string
  code?: number | string
  status?: number
  /** somebody else's page in place of the answer */
  html?: string
  cut?: boolean
  delayMs?: number
  times?: number
}

/** Makes one of the person's services fail its next calls, as `{ target: 'loyalty.userDetails', code: 200500 }`. */
export const failPersonServices = (failure: PersonFailure) => order(addresses.personServices, 'POST', failure)

/** Forgets every failure that was ordered. */
export const forgetFailures = async (): Promise<void> => {
  await Promise.all([order(addresses.userPool, 'DELETE'), order(addresses.personServices, 'DELETE')])
}
