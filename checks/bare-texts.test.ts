import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseSync, type ESTree } from 'vite'

type Node = ESTree.Node
type Child = ESTree.JSXChild

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

/** Calls that make a text of a message, a number or a list. */
const makesText = /^(?:t|useTranslate\(\))$|\.(?:format|join|toLocaleString|toLocaleDateString)$/

/** Whether an expression renders text. Variables are unknown here; browser tests cover what they render. */
const isText = (node: Node, source: string): boolean => {
  // A browser's translator does not change a space.
  if (node.type === 'Literal')
    return typeof node.value === 'number' || (typeof node.value === 'string' && node.value.trim() !== '')
  if (node.type === 'TemplateLiteral') return true
  if (node.type === 'CallExpression') return makesText.test(source.slice(node.callee.start, node.callee.end))
  if (node.type === 'LogicalExpression') return isText(node.right, source)
  if (node.type === 'ConditionalExpression')
    return isText(node.consequent, source) || isText(node.alternate, source)
  return node.type === 'ParenthesizedExpression' && isText(node.expression, source)
}

const isBare = (child: Child, source: string): boolean =>
  child.type === 'JSXText'
    ? child.value.trim() !== ''
    : child.type === 'JSXExpressionContainer' && isText(child.expression, source)

/** Whether React renders the child. Line breaks between elements only format the source. */
const isShown = (child: Child): boolean =>
  child.type === 'JSXText'
    ? child.value.trim() !== '' || !child.value.includes('\n')
    : child.type !== 'JSXExpressionContainer' || child.expression.type !== 'JSXEmptyExpression'

/** The texts in a component's source that have siblings in their element, as written in the source. */
const listBareTexts = (path: string, source: string): string[] => {
  const found: string[] = []
  const visit = (node: Node): void => {
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      const shown = node.children.filter(isShown)
      if (shown.length > 1)
        for (const child of shown)
          if (isBare(child, source)) found.push(source.slice(child.start, child.end).trim())
    }
    for (const child of Object.values(node).flat().filter(isNode)) visit(child)
  }
  visit(parseSync(path, source).program)
  return found
}

test('no text shares its element with other nodes, where a translated page would lose it', () => {
  const components = globSync('src/**/*.tsx')
  expect(components.length).toBeGreaterThan(200)
  const bare = components.flatMap((path) =>
    listBareTexts(path, readFileSync(path, 'utf8')).map((text) => `${path}: ${text}`),
  )
  expect(bare, 'Give each a <span> of its own, or make one text of them').toEqual([])
})

test.each([
  ['<p>Read <a>this</a></p>', ['Read']],
  ["<p>{t('a')} <a>{t('b')}</a></p>", ["{t('a')}"]],
  ["<p>{t('a')}{isNew && t('b')}</p>", ["{t('a')}", "{isNew && t('b')}"]],
  ['<p><b />{isOld ? <i /> : `${n} times`}</p>', ['{isOld ? <i /> : `${n} times`}']],
  ["<Link>{t('a')}<Icon /></Link>", ["{t('a')}"]],
  ['<>{3}<br /></>', ['{3}']],
  ["<p>{t('a')}</p>", []],
  ["<p><span>{t('a')}</span> <a>{t('b')}</a>{' '}</p>", []],
  ['<p>{isOld && <b />}{rows.map((row) => <i key={row} />)}{/* no text */}</p>', []],
])('finds the bare texts of %s', (source, texts) => {
  expect(listBareTexts('a.tsx', `const a = ${source}`)).toEqual(texts)
})
