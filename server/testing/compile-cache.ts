import { fileURLToPath } from 'node:url'

/** For the processes that tests start: each finds compiled what one before it has compiled. */
export const compileCache = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/node-compile', import.meta.url)),
}
