import type { Services } from '../app/services.ts'

/** ms that leaving waits for a delivery */
const patience = 2000

/**
 * Records that the coach leaves, while there is still a session in which it can be told. Without a connection it waits
 * for the next sign-in, as everything else does.
 */
export const recordLeaving = async (
  { track, outbox }: Pick<Services, 'track' | 'outbox'>,
  name: 'logout' | 'sign_out',
): Promise<void> => {
  await track(name, {})
  await Promise.race([outbox.deliver(), new Promise((resolve) => setTimeout(resolve, patience))])
}
