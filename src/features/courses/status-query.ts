import { queryOptions } from '@tanstack/react-query'
import type { ProductApiClient } from '../../contract/product-api-client.ts'

/** What the server knows of a coach's progress; kept on the device for the next time without a connection. */
export const statusQuery = (api: ProductApiClient, customer: string) =>
  queryOptions({
    queryKey: ['customer', customer, 'status'],
    queryFn: async ({ signal }) => {
      const answer = await api.call('statusSurvey', { customer_id: customer }, { signal })
      if (!answer.ok) throw new Error(answer.error.code)
      return answer.value
    },
  })
