import * as v from 'valibot'
import { createPlannedFaults, faultFields } from '../shared/planned-faults.ts'
import { ServiceError } from './service-error.ts'

const faultSchema = v.strictObject({
  /** Its target is `service.call`, such as `loyalty.signUp`. */
  ...faultFields,
  /** Respond with this error code; at the loyalty provider, an error number. */
  code: v.optional(v.pipe(v.union([v.string(), v.pipe(v.number(), v.transform(String))]), v.nonEmpty())),
  status: v.optional(v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599))),
  /** Respond with this page instead of JSON. */
  html: v.optional(v.string()),
  /** Cut the connection instead of responding. */
  cut: v.optional(v.boolean(), false),
  /** Execute the call first, so that only its response is lost. */
  after: v.optional(v.boolean(), false),
})
export type Fault = v.InferOutput<typeof faultSchema>

/**
 * The faults of the person services, such as `{ "target": "loyalty.login", "code": 200037, "status": 200 }`.
 * Without `code`, `status`, `html` and `cut` the call is only slow.
 */
export const createServiceFaults = (targets: readonly string[]) =>
  createPlannedFaults((input: unknown): Fault => {
    const parsed = v.safeParse(faultSchema, input)
    if (!parsed.success) {
      const [issue] = parsed.issues
      throw new ServiceError(400, 'body-refused', issue.message, v.getDotPath(issue) ?? undefined)
    }
    const { target } = parsed.output
    if (!targets.includes(target)) {
      throw new ServiceError(400, 'body-refused', `There is no call ${target}.`, 'target')
    }
    return parsed.output
  })
export type ServiceFaults = ReturnType<typeof createServiceFaults>
