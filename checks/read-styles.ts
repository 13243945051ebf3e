import { globSync, readFileSync } from 'node:fs'
import type { Theme } from '../src/config/themes.ts'

export type Declaration = { file: string; selector: string; property: string; value: string }

const declarationsIn = (file: string): Declaration[] => {
  const css = readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')
  // Blocks around a rule, such as a media query, are not part of its selector.
  return [...css.matchAll(/([^{};]+)\{([^{}]*)\}/g)].flatMap(([, selector = '', body = '']) =>
    body.split(';').flatMap((text) => {
      const [, property, value] = /^\s*([\w-]+):\s*([\s\S]+?)\s*$/.exec(text) ?? []
      return property && value ? [{ file, selector: selector.trim(), property, value }] : []
    }),
  )
}

/** The file that defines the value of every colour. */
const table = 'src/ui/tokens.css'

/** The declarations of all style sheets of the app, without the table of tokens. */
export const readStyles = (): Declaration[] =>
  globSync('src/**/*.css')
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file !== table)
    .flatMap(declarationsIn)

/** The custom properties of a theme: its own, and those of *light* for the rest. Names have no dashes. */
export const readTokens = (theme: Theme): Map<string, string> =>
  new Map(
    declarationsIn(table)
      .filter(
        ({ selector }) =>
          selector.startsWith(':root') &&
          (!selector.includes('[data-theme') || selector.includes(`'${theme}'`)),
      )
      .map(({ property, value }) => [property.replace(/^--/, ''), value]),
  )

/** The custom properties that a value uses. */
export const namesIn = (value: string): string[] =>
  [...value.matchAll(/var\(--([\w-]+)/g)].map(([, name = '']) => name)
