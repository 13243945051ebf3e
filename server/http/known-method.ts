/** Known methods. A sender may invent others, and each would become a label of its own. */
const known: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** The name of a method in metrics and traces. */
export const knownMethod = (method: string): string => (known.has(method) ? method : '_OTHER')
