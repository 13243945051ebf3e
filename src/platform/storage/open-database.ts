/** ms; Safari can leave the first opening of a page without any answer: the next one gets its own */
const patience = 5000

/**
 * The database of an opening; rejects where that is refused, or has no answer in time. What an upgrade needs, and an answer
 * that comes after all, is the opening's own matter.
 */
export const openDatabase = (request: IDBOpenDBRequest): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      // One that opens after all must not stand in the way of a deletion.
      request.addEventListener('success', () => request.result.close())
      reject(new Error('IndexedDB does not answer.'))
    }, patience)
    request.addEventListener('success', () => {
      clearTimeout(timer)
      resolve(request.result)
    })
    request.addEventListener('error', () => {
      clearTimeout(timer)
      reject(request.error ?? new Error('IndexedDB cannot be opened.'))
    })
  })
