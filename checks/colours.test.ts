import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { barColours, themes, type Theme } from '../src/config/themes.ts'
import { decorations, largeTexts, marks, texts } from './colours.ts'

const parseChannels = (colour: string) =>
  [1, 3, 5].map((start) => parseInt(colour.slice(start, start + 2), 16) / 255)

/** Relative luminance (WCAG 2.2) of a colour as `#rrggbb`. */
const computeLuminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = parseChannels(colour).map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast ratio of two colours as `#rrggbb`, from 1 to 21 (WCAG 2.2). */
const computeContrast = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [computeLuminance(one), computeLuminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

type Declaration = { file: string; selector: string; property: string; value: string }

const listDeclarations = (file: string): Declaration[] => {
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
const table = 'src/ui/styles/tokens.css'

/** The declarations of all style sheets of the app, without the table of tokens. */
const readStyles = (): Declaration[] =>
  globSync('src/**/*.css')
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file !== table)
    .flatMap(listDeclarations)

/** The custom properties of a theme: its own, and those of *light* for the rest. Names have no dashes. */
const readTokens = (theme: Theme): Map<string, string> =>
  new Map(
    listDeclarations(table)
      .filter(
        ({ selector }) =>
          selector.startsWith(':root') &&
          (!selector.includes('[data-theme') || selector.includes(`'${theme}'`)),
      )
      .map(({ property, value }) => [property.replace(/^--/, ''), value]),
  )

/** The custom properties that a value uses. */
const listNames = (value: string): string[] =>
  [...value.matchAll(/var\(--([\w-]+)/g)].map(([, name = '']) => name)

/** Contrast ratios required by WCAG 2.2: AA in light, AAA in the other themes. */
const least: Record<Theme, { text: number; large: number; mark: number }> = {
  light: { text: 4.5, large: 3, mark: 3 },
  dark: { text: 7, large: 4.5, mark: 3 },
  sun: { text: 7, large: 4.5, mark: 3 },
}

const literal =
  /#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix|light-dark)\(|\b(?:dark|light|medium|pale)?(?:black|white|gr[ae]y|red|green|blue|yellow|orange|gold|brown|purple|pink|silver|navy|teal|maroon|olive|lime|aqua|cyan|magenta|beige)\b/i

const styles = readStyles()
const light = readTokens('light')
const colours = [...light].filter(([, value]) => literal.test(value)).map(([name]) => name)

const listPositions = (declarations: readonly Declaration[]) =>
  declarations.map(({ file, selector, property, value }) => `${file} ${selector} { ${property}: ${value} }`)

test('computes the WCAG contrast of black on white and of the lightest sufficient grey', () => {
  expect(computeContrast('#000000', '#ffffff')).toBe(21)
  expect(computeContrast('#ffffff', '#767676')).toBeCloseTo(4.54, 2)
})

test.each(themes)('every pair of colours has sufficient contrast in %s', (theme) => {
  const tokens = readTokens(theme)
  const tooLittle = (
    [
      ['text', texts],
      ['large', largeTexts],
      ['mark', marks],
    ] as const
  ).flatMap(([kind, table]) =>
    Object.entries(table).flatMap(([name, grounds]) =>
      grounds.flatMap((ground) => {
        const ratio = computeContrast(tokens.get(name) ?? '', tokens.get(ground) ?? '')
        return ratio >= least[theme][kind] ? [] : [`${kind} ${name} on ${ground}: ${ratio.toFixed(2)}`]
      }),
    ),
  )
  expect(tooLittle).toEqual([])
})

test('in sunlight, the rest of the film is visible beside the part that was played', () => {
  const tokens = readTokens('sun')
  const getContrast = (name: string) =>
    computeContrast(tokens.get('slider-track') ?? '', tokens.get(name) ?? '')
  expect(getContrast('surface')).toBeGreaterThanOrEqual(3)
  expect(getContrast('ground')).toBeGreaterThanOrEqual(3)
  expect(getContrast('primary')).toBeGreaterThanOrEqual(3)
})

test('every colour is part of a pair, or is decoration', () => {
  const tables = [texts, largeTexts, marks]
  const foregrounds = tables.flatMap((table) => Object.keys(table))
  const grounds = tables.flatMap((table) => Object.values(table).flat())
  const known = new Set([...foregrounds, ...grounds, ...decorations])
  expect(colours.length).toBeGreaterThan(40)
  expect(colours.filter((name) => !known.has(name))).toEqual([])
  expect([...known].filter((name) => !colours.includes(name))).toEqual([])
})

const isText = ({ property }: Declaration) => /^color$|-(?:fg|text|ink)$/.test(property)
const isGround = ({ property }: Declaration) =>
  /^background(?:-color)?$|-(?:bg|hover|surface)$/.test(property)

test('every text on a background in a rule is a pair of the table', () => {
  const rules = Map.groupBy(styles, ({ file, selector }) => `${file} ${selector}`)
  const unknown = [...rules].flatMap(([rule, declarations]) => {
    const named = (wanted: (declaration: Declaration) => boolean) =>
      declarations
        .filter(wanted)
        .flatMap(({ value }) => listNames(value).filter((name) => colours.includes(name)))
    const grounds = named(isGround)
    return named(isText).flatMap((text) =>
      grounds
        .filter((ground) => ![texts, largeTexts].some((table) => table[text]?.includes(ground)))
        .map((ground) => `${rule}: ${text} on ${ground}`),
    )
  })
  expect(unknown).toEqual([])
})

test('only text colours are used for text, and only background colours for backgrounds', () => {
  const grounds = new Set([texts, largeTexts, marks].flatMap((table) => Object.values(table).flat()))
  /** Dots, bars and the background of the film carry no text. */
  const bare = new Set([...Object.keys(marks), ...decorations])
  const wrong = styles.filter((declaration) => {
    const named = listNames(declaration.value).filter((name) => colours.includes(name))
    if (declaration.property === 'color') return named.some((name) => !(name in texts) && !bare.has(name))
    return isGround(declaration) && named.some((name) => !grounds.has(name) && !bare.has(name))
  })
  expect(listPositions(wrong)).toEqual([])
})

test('no style sheet, page or component defines its own colour', () => {
  const strayed = styles.filter(({ value }) =>
    literal.test(value.replaceAll(/var\([^)]*\)|url\([^)]*\)/g, '')),
  )
  expect(listPositions(strayed)).toEqual([])
  const inMarkup = [...globSync('src/**/*.tsx'), 'index.html', 'recover.html'].filter((file) =>
    /(?:fill|stroke|color|background|content)\w*[=:]\s*\\?["'{]*(?:#[\da-f]{3,8}\b|rgb|hsl)/i.test(
      readFileSync(file, 'utf8'),
    ),
  )
  expect(inMarkup).toEqual([])
})

test('every used custom property is a token, or is declared in the same file', () => {
  const unknown = styles.filter(({ file, value }) => {
    const own = new Set(styles.filter((other) => other.file === file).map(({ property }) => property))
    return listNames(value).some((name) => !light.has(name) && !own.has(`--${name}`))
  })
  expect(listPositions(unknown)).toEqual([])
  const inMarkup = [...globSync('src/**/*.tsx'), ...globSync('src/too-old/*.ts')].flatMap((file) =>
    listNames(readFileSync(file, 'utf8'))
      .filter((name) => !light.has(name))
      .map((name) => `${file} --${name}`),
  )
  expect(inMarkup).toEqual([])
})

test.each(themes)('%s sets only existing tokens, and gives its bars the colour of the browser’s', (theme) => {
  const tokens = readTokens(theme)
  expect([...tokens.keys()].filter((name) => !light.has(name))).toEqual([])
  expect(tokens.get('band')).toBe(barColours[theme])
})
