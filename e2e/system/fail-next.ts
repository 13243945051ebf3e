import type { Page } from '@playwright/test'
import { addresses } from './addresses.ts'

/** The calls of the services, by the name that a fault has for them at the stand-ins. */
const calls = {
  'loyalty.userDetails': 'GET /loyalty/profile/details',
  'loyalty.updateProfile': 'POST /loyalty/profile/update',
  'loyalty.addSurveyResponses': 'POST /loyalty/surveys/responses/add',
} as const

type PersonFault = { target: keyof typeof calls; times?: number; code: number }

/**
 * Makes the next calls of a page to a person service fail: `{ target: 'loyalty.userDetails', code: 200500 }`.
 * The requests carry the fault to the stand-in, so no other page is affected.
 */
export const failPersonServices = async (page: Page, { times = 1, ...fault }: PersonFault): Promise<void> => {
  let remaining = times
  await page.route(`${addresses.personServices}/**`, async (route) => {
    const request = route.request()
    const isTarget = `${request.method()} ${new URL(request.url()).pathname}` === calls[fault.target]
    if (remaining === 0 || !isTarget) return route.fallback()
    remaining -= 1
    // The stand-ins refuse faults from pages, which send an Origin header.
    const { origin: _page, ...headers } = await request.allHeaders()
    const sentHeaders = { ...headers, 'x-fail': JSON.stringify(fault) }
    const response = await route.fetch({ headers: sentHeaders, timeout: 0 })
    // Without an Origin header, the response has no CORS header, which the page needs to read it.
    const responseHeaders = { ...response.headers(), 'access-control-allow-origin': '*' }
    return route.fulfill({ response, headers: responseHeaders })
  })
}
