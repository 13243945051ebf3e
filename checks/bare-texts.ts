import { parseSync, type ESTree } from 'vite'

type Node = ESTree.Node
type Child = ESTree.JSXChild

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

/** What makes a text of a message, a number or a list. */
const makesText = /^(?:t|useTranslate\(\))$|\.(?:format|join|toLocaleString|toLocaleDateString)$/

/** Whether an expression is a text where it is shown at all. Of a variable that says nothing here: what a browser test draws tells. */
const isText = (node: Node, source: string): boolean => {
  // A translator leaves a space alone.
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

/** Whether React makes anything of it: lines between elements are only how the source is laid out. */
const isShown = (child: Child): boolean =>
  child.type === 'JSXText'
    ? child.value.trim() !== '' || !child.value.includes('\n')
    : child.type !== 'JSXExpressionContainer' || child.expression.type !== 'JSXEmptyExpression'

/** The texts of a component's source that stand beside something else in their element, each as it is written. */
export const bareTexts = (path: string, source: string): string[] => {
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
