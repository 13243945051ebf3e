import { queryOptions } from '@tanstack/react-query'
import type { CourseModule } from '../../config/courses.ts'
import type { ProductApiClient } from '../../contract/product-api-client.ts'

/** The answers that the server has for a module; kept on the device for the next time without a connection. */
export const answersQuery = (api: ProductApiClient, customer: string, { id, kind }: CourseModule) =>
  queryOptions({
    queryKey: ['customer', customer, 'answers', id],
    queryFn: async ({ signal }) => {
      const answer = await (kind === 'video'
        ? api.call('getAnswers', { customer_id: customer, video_id: id }, { signal })
        : api.call('getExtraAnswers', { customer_id: customer, extra_module_id: id }, { signal }))
      if (!answer.ok) throw new Error(answer.error.code)
      return answer.value
    },
  })
