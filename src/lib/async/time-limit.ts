/** Resolves to the result of the work, or to undefined after `timeout` ms. */
export const withTimeLimit = <T>(work: Promise<T>, timeout: number): Promise<T | undefined> => {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), timeout)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** Whether an error comes from the time limit of an `AbortSignal.timeout`. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'TimeoutError'
