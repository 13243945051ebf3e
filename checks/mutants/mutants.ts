import type { Mutant } from './mutant.ts'
import { deliveryMutants } from './delivery.ts'
import { outboxMutants } from './outbox.ts'
import { remoteMutants } from './remote.ts'
import { screenMutants } from './screens.ts'
import { serverMutants } from './server.ts'
import { signInMutants } from './sign-ins.ts'
import { sessionMutants } from './session.ts'
import { storageMutants } from './storage.ts'
import { uploadMutants } from './uploads.ts'

/** The faults that `npm run mutants` plants, one at a time. */
export const mutants: readonly Mutant[] = [
  ...outboxMutants,
  ...deliveryMutants,
  ...uploadMutants,
  ...remoteMutants,
  ...sessionMutants,
  ...serverMutants,
  ...signInMutants,
  ...screenMutants,
  ...storageMutants,
]
