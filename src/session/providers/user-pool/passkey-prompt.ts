import { createTaskQueue } from '../../../lib/async/task-queue.ts'

/** A browser shows one prompt at a time. */
const inTurn = createTaskQueue()

/**
 * Runs `work`, in which Amplify shows the browser's prompt for a passkey. `signal` closes the prompt, or keeps it
 * from being shown. Amplify takes no signal, so its call of the browser gets it here.
 */
export const withPromptSignal = <T>(
  method: 'get' | 'create',
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> =>
  inTurn(async () => {
    const { credentials }: Partial<Navigator> = navigator
    // Without credentials, Amplify fails.
    if (!credentials || !signal) return work()
    const show = credentials[method].bind(credentials)
    credentials[method] = (options?: object) => show({ ...options, signal })
    try {
      return await work()
    } finally {
      credentials[method] = show
    }
  })
