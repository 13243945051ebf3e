import { expect, test } from 'vitest'
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Node, TemplateExpression } from 'typescript/unstable/ast'
import { isTemplateExpression } from 'typescript/unstable/ast/is'
import { API, type Project, type Type } from 'typescript/unstable/sync'
import { parseSync } from 'vite'
import { readCatalogue } from '../locales/read-catalogue.ts'
import { defaultLocale } from '../src/config/locales.ts'
import { flattenMessages } from '../vite-plugins/compile-catalogue.ts'

const isTest = (path: string) => /\.test\.tsx?$|\.contract\.ts$|[\\/]testing[\\/]/.test(path)

/** Files that can show a message, or pass its id to code that shows it. */
const sources = globSync('{src,server,sandbox,vite-plugins}/**/*.{ts,tsx}').filter((path) => !isTest(path))

type Texts = { literals: Set<string>; withTemplates: string[] }

/** Every string literal in the sources, and the files with templates that may build a message id. */
const readTexts = (): Texts => {
  const literals = new Set<string>()
  const visit = (node: object): void => {
    if ('type' in node && node.type === 'Literal' && 'value' in node) literals.add(String(node.value))
    for (const inner of Object.values(node)) if (typeof inner === 'object' && inner !== null) visit(inner)
  }
  const withTemplates = sources.filter((path) => {
    const source = readFileSync(path, 'utf8')
    visit(parseSync(path, source).program)
    return /`(?:[a-z]\w*\.|\$\{)/i.test(source)
  })
  return { literals, withTemplates }
}

/** The texts that a value of a type can be. Empty if the type is not a finite set of texts. */
const listTexts = (type: Type | undefined): string[] => {
  if (type?.isUnionType()) {
    const parts = type.getTypes().map(listTexts)
    return parts.every((texts) => texts.length > 0) ? parts.flat() : []
  }
  return type?.isStringLiteralType() ? [type.value] : []
}

/** The texts that a template can produce, according to the types of its expressions. */
const fillTemplate = ({ head, templateSpans }: TemplateExpression, { checker }: Project): string[] => {
  const types = checker.getTypeAtLocation(templateSpans.map(({ expression }) => expression))
  return templateSpans.reduce<string[]>(
    (texts, { literal }, at) =>
      texts.flatMap((text) => listTexts(types[at]).map((hole) => text + hole + literal.text)),
    [head.text],
  )
}

/** Every text that the templates of these files can produce. */
const readTemplates = (paths: readonly string[]): Set<string> => {
  const api = new API({ cwd: process.cwd() })
  try {
    const openProjects = ['src', 'scripts'].map((folder) => resolve(folder, 'tsconfig.json'))
    const projects = api.updateSnapshot({ openProjects }).getProjects()
    const made = new Set<string>()
    const visit = (node: Node, project: Project): void => {
      if (isTemplateExpression(node)) for (const text of fillTemplate(node, project)) made.add(text)
      node.forEachChild((child) => visit(child, project))
    }
    for (const path of paths) {
      const project = projects.find(({ program }) => program.getSourceFile(resolve(path)))
      const file = project?.program.getSourceFile(resolve(path))
      if (project && file) visit(file, project)
    }
    return made
  } finally {
    api.close()
  }
}

/** Every text that the sources can use as a message id: literals, and the results of templates. */
const readUses = (): Set<string> => {
  const { literals, withTemplates } = readTexts()
  return literals.union(readTemplates(withTemplates))
}

const uses = readUses()
const findUnused = (ids: readonly string[]) => ids.filter((id) => !uses.has(id))

test('every message is used: its id is in the sources, or the compiler knows its template', () => {
  const ids = Object.keys(flattenMessages(readCatalogue(defaultLocale, 'messages')))
  expect(ids.length).toBeGreaterThan(1000)
  expect(findUnused(ids), 'Delete these from every locales/*/messages.json').toEqual([])
})

test('finds an unused message, also beside those that a template makes', () => {
  const used = ['site.title', 'theme.sun', 'files.browse.order.newest', 'takeAlong.films.missing']
  const others = ['site.subtitle', 'theme.moon', 'files.browse.order.title', 'takeAlong.films.title']
  expect(findUnused([...used, ...others])).toEqual(others)
})
