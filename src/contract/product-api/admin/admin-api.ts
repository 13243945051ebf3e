import type { ApiCall } from '../api-call.ts'
import { devicesApi } from './devices-api.ts'
import { eraseCustomerApi } from './erase-customer-api.ts'
import { healthOverviewApi } from './health-overview-api.ts'
import { programmeApi } from './programme-api.ts'
import { rescueApi } from './rescue-api.ts'
import { rolesApi } from './roles-api.ts'
import { secondFactorApi } from './second-factor-api.ts'

/** The calls that the app makes for admins. Phones of coaches do not load them. */
export const adminApi = {
  ...secondFactorApi,
  ...rolesApi,
  ...devicesApi,
  ...healthOverviewApi,
  ...programmeApi,
  ...rescueApi,
  ...eraseCustomerApi,
} as const satisfies Record<string, ApiCall>
