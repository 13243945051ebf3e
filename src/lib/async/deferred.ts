export type Deferred<T> = { promise: Promise<T>; resolve: (value: T) => void }

/** `Promise.withResolvers`, for iOS before 17.4. */
export const createDeferred = <T>(): Deferred<T> => {
  let resolve: Deferred<T>['resolve'] = () => undefined
  const promise = new Promise<T>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
