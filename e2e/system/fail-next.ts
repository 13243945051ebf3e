import { setTimeout as wait } from 'node:timers/promises'
import type { Page, Request } from '@playwright/test'
import { addresses } from './addresses.ts'

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
    const sent = { ...headers, 'x-fail': JSON.stringify(fault) }
    const response = await route.fetch({ headers: sent, timeout: 0 }).catch(() => undefined)
    if (!response) return route.abort('connectionreset').catch(() => undefined)
    const readable = { ...response.headers(), 'access-control-allow-origin': '*' }
    return route.fulfill({ response, headers: readable })
  })
}

type UserPoolFault = Fault & ({ type: string; status?: number } | { never: true })

/**
 * Makes the user pool fail the next calls of an operation, as `{ target: 'ForgotPassword', type: '…Exception' }`, or never
 * respond to them.
 */
export const failUserPool = (page: Page, fault: UserPoolFault): Promise<void> =>
  failNext(page, addresses.userPool, {
    isMeant: (asked) => asked.headers()['x-amz-target']?.endsWith(`.${fault.target}`) === true,
    fault,
  })

type PersonFault = Fault & {
  target: keyof typeof calls | keyof typeof vendorCalls
  code?: number | string
  status?: number
  /** somebody else's page in place of the answer */
  html?: string
  cut?: boolean
  delayMs?: number
}

/** The calls of the services, by the name that a fault is aimed at. */
const calls = {
  'extended-profile.profile': 'GET /extended-profile/users/profile',
  'loyalty.refreshToken': 'POST /loyalty/oauth/refresh',
  'loyalty.userDetails': 'GET /loyalty/profile/details',
  'loyalty.userExists': 'POST /loyalty/profile/exists',
  'loyalty.updateProfile': 'POST /loyalty/profile/update',
  'loyalty.updatePassword': 'POST /loyalty/profile/password/update',
  'loyalty.addSurveyResponses': 'POST /loyalty/surveys/responses/add',
} as const

/** The calls that the product API makes for a page, and passes the provider's response on. */
const vendorCalls = {
  'loyalty.signUp': '/api/loyalty/signup',
  'loyalty.login': '/api/loyalty/login',
} as const

/** Has the product API's next responses be those that a failing provider would have it pass on. */
const failVendorCall = async (
  page: Page,
  path: string,
  { times = 1, code, delayMs = 0 }: PersonFault,
): Promise<void> => {
  const order = { left: times }
  orders.set(page, [...(orders.get(page) ?? []), order])
  await page.route(`${addresses.site}${path}`, async (route) => {
    if (order.left === 0) return route.fallback()
    order.left -= 1
    await wait(delayMs)
    if (code === undefined) return route.continue()
    return route.fulfill({ json: { Type: 'ERROR', ErrorDesc: { Number: code } } })
  })
}

/** Makes one of the person's services fail its next calls, as `{ target: 'loyalty.userDetails', code: 200500 }`. */
export const failPersonServices = (page: Page, fault: PersonFault): Promise<void> => {
  const { target } = fault
  if (target === 'loyalty.signUp' || target === 'loyalty.login') {
    return failVendorCall(page, vendorCalls[target], fault)
  }
  return failNext(page, addresses.personServices, {
    isMeant: (asked) => `${asked.method()} ${new URL(asked.url()).pathname}` === calls[target],
    fault,
  })
}

/** Forgets what is left of a page's failures. */
export const forgetFailures = (page: Page): void => {
  for (const order of orders.get(page) ?? []) order.left = 0
}
