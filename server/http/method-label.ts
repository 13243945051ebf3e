/** A sender may invent other methods, and each would become a label value of its own. */
const knownMethods: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
])

/** The name of a method in metrics and traces. */
export const methodLabel = (method: string): string => (knownMethods.has(method) ? method : '_OTHER')
