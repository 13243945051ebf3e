import { queryOptions } from '@tanstack/react-query'
import type { Course } from '../../config/courses.ts'
import type { ProductApiClient } from '../../contract/product-api-client.ts'

/** Whether the certificate of a course was issued; asking issues nothing. */
export const certificateQuery = (api: ProductApiClient, customer: string, course: Course['id']) =>
  queryOptions({
    queryKey: ['customer', customer, 'certificate', course],
    queryFn: async ({ signal }) => {
      const body = { customer_id: customer, course_id: course }
      const answer = await api.call('checkCertificate2', body, { signal })
      if (!answer.ok) throw new Error(answer.error.code)
      return answer.value.certificate
    },
  })
