import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

/**
 * Returns the name of a class of a style sheet (`css`) in the build. Vite's own names end with a line number as
 * well, which costs half a kilobyte in the scripts that every form waits for.
 */
export const getClassName = (name: string, _file: string, css: string): string =>
  `${name}_${createHash('sha256').update(css).digest('base64url').slice(0, 5)}`

/** Shortens the names of the classes of CSS modules. */
export const shortClassNames = (): Plugin => ({
  name: 'short-class-names',
  config: () => ({ css: { modules: { generateScopedName: getClassName } } }),
})
