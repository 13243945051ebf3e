/** Resolves to the result of the work, or to undefined after `timeout` ms. */
export const withTimeLimit = <T>(work: Promise<T>, timeout: number): Promise<T | undefined> => {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), timeout)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
