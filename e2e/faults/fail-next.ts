import type { Page, Request } from '@playwright/test'
import { faultHeader } from '../../sandbox/shared/planned-faults.ts'
import { extendedProfileService } from '../../src/contract/extended-profile.ts'
import { loyaltyService } from '../../src/contract/loyalty/loyalty.ts'
import { addresses } from '../product.ts'

/** What is left of the failures that a page was given. */
const orders = new WeakMap<Page, { left: number }[]>()

type Fault = { target: string; times?: number }

/** Has the next calls that are meant carry their fault to the stand-in: no other page meets it. */
const failNext = async (
  page: Page,
  address: string,
  { isMeant, fault: { times = 1, ...fault } }: { isMeant: (asked: Request) => boolean; fault: Fault },
): Promise<void> => {
  const order = { left: times }
  orders.set(page, [...(orders.get(page) ?? []), order])
  await page.route(`${address}/**`, async (route) => {
    const asked = route.request()
    if (order.left === 0 || !isMeant(asked)) return route.fallback()
    order.left -= 1
    // The stand-ins take no orders from pages, which name their origin.
    const { origin: _page, ...headers } = await asked.allHeaders()
    const sent = { ...headers, [faultHeader]: JSON.stringify(fault) }
    const response = await route.fetch({ headers: sent, timeout: 0 }).catch(() => undefined)
    if (!response) return route.abort('connectionreset')
    const readable = { ...response.headers(), 'access-control-allow-origin': '*' }
    return route.fulfill({ response, headers: readable })
  })
}

/** Makes the user pool fail the next calls of an operation, as `{ target: 'ForgotPassword', type: '…Exception' }`. */
export const failUserPool = (page: Page, fault: Fault & { type: string; status?: number }): Promise<void> =>
  failNext(page, addresses.userPool, {
    isMeant: (asked) => asked.headers()['x-amz-target']?.endsWith(`.${fault.target}`) === true,
    fault,
  })

type PersonFault = Fault & {
  code?: number | string
  status?: number
  /** somebody else's page in place of the answer */
  html?: string
  cut?: boolean
  delayMs?: number
}

/** The calls of the services, by the name that a fault is aimed at. */
const calls = new Map<string, { method: string; path: string }>([
  ...Object.entries(loyaltyService.calls).map(([name, row]) => [`loyalty.${name}`, row] as const),
  ...Object.entries(extendedProfileService.calls).map(
    ([name, row]) => [`extended-profile.${name}`, row] as const,
  ),
])

/** Makes one of the person's services fail its next calls, as `{ target: 'loyalty.userDetails', code: 200500 }`. */
export const failPersonServices = (page: Page, fault: PersonFault): Promise<void> => {
  const call = calls.get(fault.target)
  if (!call) throw new Error(`There is no call ${fault.target}.`)
  const [service] = fault.target.split('.')
  return failNext(page, addresses.personServices, {
    isMeant: (asked) =>
      asked.method() === call.method && new URL(asked.url()).pathname === `/${service}${call.path}`,
    fault,
  })
}

/** Forgets what is left of a page's failures. */
export const forgetFailures = (page: Page): void => {
  for (const order of orders.get(page) ?? []) order.left = 0
}
