import { fileURLToPath } from 'node:url'

/** Shares compiled code between the processes that tests start. */
export const compileCache = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/node-compile', import.meta.url)),
}
