/** An address on the machine itself, inside a text that may be JSON. */
const local = /\/\/(?:[^/"@]*\.)?(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?=[:/"]|$)/i

/**
 * The `VITE_*` variables that name a service on the machine itself, as the stand-ins are: a site that people reach by
 * HTTPS cannot mean that.
 */
export const localServices = (environment: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(environment)
    .filter(([name, value]) => name.startsWith('VITE_') && typeof value === 'string' && local.test(value))
    .map(([name]) => name)
    .sort()
