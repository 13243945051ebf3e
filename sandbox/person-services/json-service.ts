import { jsonRefusalBody, type Endpoint } from './endpoint.ts'
import type { RunningService } from './run-call.ts'

/** A service whose refusals are `{ error: { code, message, path } }`. */
export const jsonService = (
  endpoints: Readonly<Record<string, Endpoint>>,
  stored: () => object,
): RunningService => ({
  endpoints,
  refusalBody: jsonRefusalBody,
  codes: { notFound: 'not-found', bodyRefused: 'body-refused', failed: 'failed' },
  stored,
})
