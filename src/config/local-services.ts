/** An address on the machine itself, inside a text that may be JSON. */
const local = /\/\/(?:[^/"@]*\.)?(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?=[:/"]|$)/i

/**
 * The `VITE_*` variables that name a service on the machine itself. Visitors of a public site cannot reach
 * such a service.
 */
export const localServices = (environment: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(environment)
    .filter(([name, value]) => name.startsWith('VITE_') && typeof value === 'string' && local.test(value))
    .map(([name]) => name)
    .sort()
