/** Known methods. A sender may invent others, and each would become a label of its own. */
const usual: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** The name of a method in metrics and traces. */
export const usualMethod = (method: string): string => (usual.has(method) ? method : '_OTHER')
