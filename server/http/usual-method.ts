/** Methods by name; a sender may invent others, and each would be a label of its own. */
const usual: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** A method as metrics and traces name it. */
export const usualMethod = (method: string): string => (usual.has(method) ? method : '_OTHER')
