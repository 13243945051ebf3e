import type { Auth } from '../account/account.ts'
import type { Env } from '../config/env.ts'
import { createKeyValues } from '../platform/storage/key-values.ts'
import { followLaunches } from '../platform/launch-queue.ts'
import type { Log } from '../platform/log.ts'
import { createShareFailure } from '../uploads/share-failure.ts'
import { createSharedFiles } from '../uploads/shared-files.ts'
import { createArrivals } from '../uploads/create-arrivals.ts'
import { createUploads } from './create-uploads.ts'
import type { Services } from './services.ts'

/** A browser without a file system of its own, or without locks, has no files that were shared with it. */
const sharedFiles = () =>
  'storage' in navigator && 'locks' in navigator
    ? createSharedFiles(navigator.storage, navigator.locks)
    : { waiting: async () => [] }

/** The uploads, and the files that come into them from outside the app. */
export const createFiles = (deps: {
  env: Env
  auth: Auth
  log: Log
}): Pick<Services, 'uploads' | 'arrivals'> => {
  const { auth, log } = deps
  const uploads = createUploads(deps)
  const arrivals = createArrivals({
    shared: sharedFiles(),
    failure: createShareFailure(createKeyValues('device')),
    uploads,
    session: { status: () => auth.state().status, subscribe: auth.subscribe },
    log,
  })
  followLaunches(window, arrivals.open)
  return { uploads, arrivals }
}
