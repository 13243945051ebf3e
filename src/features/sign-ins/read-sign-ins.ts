import type { ProductApiClient } from '../../contract/product-api-client.ts'
import type { ResponseOf } from '../../contract/product-api.ts'
import { ok } from '../../lib/result.ts'

/** A browser in which the coach is signed in. */
export type SignIn = ResponseOf<'mySignIns'>['sign_ins'][number]

/** Reads in which browsers a coach is signed in. */
export const readSignIns = async (api: ProductApiClient, customerId: string) => {
  const list = await api.call('mySignIns', { customer_id: customerId })
  return list.ok ? ok(list.value.sign_ins) : list
}
