/** ms that a sign-out waits for each of its requests */
const timeout = 2000

/** Resolves with the work, or without it when a sign-out has waited long enough. */
export const forAWhile = (work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, timeout))])
