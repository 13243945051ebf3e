/** All other methods become one label value, because a sender can invent any number of methods. */
const knownMethods: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
])

/** Returns the name of a method for metrics and traces. */
export const getMethodLabel = (method: string): string => (knownMethods.has(method) ? method : '_OTHER')
