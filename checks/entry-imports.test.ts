import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const imports = /(?:import|export)\s+(?!type\b)[^'"]*?from\s*['"]([^'"]+)['"]|import\s+['"]([^'"]+)['"]/g

/** Everything that is downloaded with a file: its static imports, and their static imports. */
const collectImports = (entry: string): Set<string> => {
  const found = new Set<string>()
  const visit = (file: string): void => {
    if (found.has(file)) return
    found.add(file)
    if (!/\.tsx?$/.test(file)) return
    for (const [, from, bare] of readFileSync(file, 'utf8').matchAll(imports)) {
      const name = from ?? bare ?? ''
      visit(name.startsWith('.') ? join(dirname(file), name) : name)
    }
  }
  visit(entry)
  return found
}

const findAmplify = (files: Set<string>) => [...files].filter((name) => /amplify/.test(name))

test('the app starts without Amplify and without the loyalty provider', () => {
  const start = collectImports('src/main.tsx')
  expect(start).toContain('src/session/providers/load-provider.ts')
  expect(start).not.toContain('src/session/providers/loyalty/loyalty-provider.ts')
  expect(findAmplify(start)).toEqual([])
})

test('a coach of the loyalty provider does not download Amplify', () => {
  const provider = collectImports('src/session/providers/loyalty/loyalty-provider.ts')
  expect(provider).toContain('src/contract/loyalty/loyalty.ts')
  expect(findAmplify(provider)).toEqual([])
})

test('a coach of a user pool downloads Amplify', () => {
  expect(findAmplify(collectImports('src/session/providers/user-pool/user-pool-provider.ts'))).toContain(
    'aws-amplify/auth',
  )
})
