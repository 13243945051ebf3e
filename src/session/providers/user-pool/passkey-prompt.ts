import { createTaskQueue } from '../../../lib/async/task-queue.ts'

/** A browser shows one prompt at a time. */
const inTurn = createTaskQueue()

/**
 * Runs `work`, in which Amplify shows the browser's prompt for a passkey. `signal` closes the prompt, or prevents
 * it. Amplify takes no signal, so this adds the signal to Amplify's call of `navigator.credentials`.
 */
export const withPromptSignal = <T>(
  method: 'get' | 'create',
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> =>
  inTurn(async () => {
    const { credentials }: Partial<Navigator> = navigator
    // Without `navigator.credentials`, Amplify itself fails.
    if (!credentials || !signal) return work()
    const originalMethod = credentials[method].bind(credentials)
    credentials[method] = (options?: object) => originalMethod({ ...options, signal })
    try {
      return await work()
    } finally {
      credentials[method] = originalMethod
    }
  })
