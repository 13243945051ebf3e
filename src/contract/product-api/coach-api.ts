import type { ApiCall } from './api-call.ts'
import { certificateApi } from './certificate.ts'
import { customerApi, eventApi } from './customer-api.ts'
import { deliveryApi, receiptApi } from './delivery-api.ts'
import { healthApi } from './health-api.ts'
import { progressApi, surveyApi } from './learning-api.ts'
import { loyaltyApi } from './loyalty-api.ts'
import { personalDataApi } from './personal-data-api.ts'
import { reportApi } from './report-api.ts'
import { sessionApi } from './session-api.ts'

/** The calls that the app makes for coaches and visitors. */
export const coachApi = {
  ...sessionApi,
  ...loyaltyApi,
  ...customerApi,
  ...eventApi,
  ...surveyApi,
  ...progressApi,
  ...certificateApi,
  ...deliveryApi,
  ...receiptApi,
  ...reportApi,
  ...healthApi,
  ...personalDataApi,
} as const satisfies Record<string, ApiCall>

export const isCoachCall = (name: string): name is keyof typeof coachApi => Object.hasOwn(coachApi, name)
