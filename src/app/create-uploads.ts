import type { Auth } from '../account/account.ts'
import type { AuthFailure } from '../session/failures.ts'
import type { Env } from '../config/env.ts'
import { fail } from '../lib/result.ts'
import type { UploadClient } from '../uploads/contract.ts'
import { createUploadClient } from '../uploads/create-upload-client.ts'
import { customerOf } from './create-session.ts'

/** Signing in again cures these; whatever else keeps credentials away passes by itself. */
const endings: ReadonlySet<AuthFailure['message']> = new Set([
  'error.signInNeeded',
  'errorMessage.sessionExpired',
])

/** The uploads of this tab, with the session's credentials and the screen kept on while bytes move. */
export const createUploads = ({ env, auth }: { env: Env; auth: Auth }): UploadClient =>
  createUploadClient({
    createWorker: () =>
      new Worker(new URL('../workers/upload/upload.worker.ts', import.meta.url), { type: 'module' }),
    address: env.storage,
    credentials: async (fresh) => {
      const answer = await auth.storageCredentials({ fresh })
      if (answer.ok) return answer
      return fail(endings.has(answer.error.message) ? 'sign-in-needed' : 'offline')
    },
    customer: {
      current: () => customerOf(auth),
      subscribe: auth.subscribe,
    },
    screen: {
      wakeLock: 'wakeLock' in navigator ? navigator.wakeLock : undefined,
      onVisible: (listener) =>
        document.addEventListener('visibilitychange', () => {
          if (document.visibilityState === 'visible') listener()
        }),
    },
  })
