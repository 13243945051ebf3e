import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import * as v from 'valibot'
import { createSampleAnswers } from '../../server/testing/sample-answers.ts'
import { addresses } from '../system/addresses.ts'
import { signIn, type Coach } from './coach.ts'

const loginResponse = v.object({ customer: v.object({ customer_id: v.string() }) })

/** Signs in through the form. Resolves with the id of the customer. */
export const signInAsCustomer = async (page: Page, coach: Coach): Promise<string> => {
  const loginPromise = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/login')
  await signIn(page, coach)
  return v.parse(loginResponse, await (await loginPromise).json()).customer.customer_id
}

/**
 * Posts to the product API in a page's session, without the app. The app sees the data at its next request.
 */
export const postAs = async (page: Page, path: string, body: object): Promise<void> => {
  const cookies = await page.context().cookies(addresses.site)
  const csrf = cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
  const response = await page.request.post(`${addresses.site}${path}`, {
    headers: { 'X-XSRF-TOKEN': csrf, 'Idempotency-Key': randomUUID() },
    data: body,
  })
  if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`)
}

/** No film is longer. */
const filmSeconds = 90

/** Stores films as watched to their ends on another device, without playing them. */
export const watchFilms = async (page: Page, customer_id: string, ids: string[]): Promise<void> => {
  const progress = { watched: [[0, filmSeconds]], position: null, read: false }
  for (const module_id of ids)
    await postAs(page, '/api/save-progress', { customer_id, module_id, ...progress })
}

/** Stores answers to the surveys of films, as if from another device. */
export const answerFilms = async (page: Page, customer_id: string, ids: string[]): Promise<void> => {
  for (const id of ids)
    await postAs(page, '/api/save-answers', { customer_id, video_id: id, answers: createSampleAnswers(id) })
}
