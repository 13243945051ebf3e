import { expect, test } from 'vitest'
import { describeExcess, listFormScripts, listProviderScripts } from './form-budget.ts'

const chunk = (fileName: string, facade: string | null, imports: string[] = [], isEntry = false) => ({
  fileName,
  code: '',
  isEntry,
  facadeModuleId: facade && `/app/${facade}`,
  moduleIds: [],
  imports,
})

test('the scripts behind a form are those of the app, of the layout and of the route, with their imports', () => {
  const chunks = [
    chunk('index.js', 'index.html', ['react.js'], true),
    chunk('recover.js', 'recover.html', [], true),
    chunk('react.js', null),
    chunk('shared.js', null, ['react.js']),
    chunk('route.js', 'src/routes/$locale/route.tsx?tsr-split=component', ['shared.js']),
    chunk('login.js', 'src/routes/$locale/login.tsx?tsr-split=component', ['shared.js', 'field.js']),
    chunk('field.js', null, ['index.js']),
    chunk('files.js', 'src/routes/$locale/_signed-in/files.tsx?tsr-split=component', ['shared.js']),
    chunk('admin-route.js', 'src/routes/$locale/admin/route.tsx?tsr-split=component'),
  ]
  const names = listFormScripts(chunks, 'login').map(({ fileName }) => fileName)
  expect(names.toSorted()).toEqual(['field.js', 'index.js', 'login.js', 'react.js', 'route.js', 'shared.js'])
})

test('a provider adds the scripts that the form does not have, and none that it loads later', () => {
  const userPool = 'src/session/providers/user-pool/user-pool-provider.ts'
  const chunks = [
    chunk('index.js', 'index.html', ['react.js'], true),
    chunk('react.js', null),
    chunk('login.js', 'src/routes/$locale/login.tsx?tsr-split=component'),
    chunk('user-pool-provider.js', userPool, ['index.js', 'fault.js']),
    chunk('fault.js', null, ['react.js']),
    chunk('passkeys.js', 'src/session/providers/user-pool/user-pool-passkeys.ts', ['fault.js']),
    chunk('loyalty-provider.js', 'src/session/providers/loyalty/loyalty-provider.ts', ['index.js']),
  ]
  const listNames = (provider: string) =>
    listProviderScripts(chunks, provider, listFormScripts(chunks, 'login')).map(({ fileName }) => fileName)
  expect(listNames('user-pool')).toEqual(['user-pool-provider.js', 'fault.js'])
  expect(listNames('loyalty')).toEqual(['loyalty-provider.js'])
})

test('names the scripts that are larger than their budget, and a script that the build does not have', () => {
  const scripts = [chunk('login.js', null), chunk('field.js', null)]
  // An empty script has 1 byte when it is compressed.
  expect(describeExcess('login', scripts, 2)).toBeUndefined()
  expect(describeExcess('login', scripts, 1)).toBe(
    'The scripts for login have 2 bytes, 1 more than they may: login.js 1, field.js 1',
  )
  expect(describeExcess('login', [], 1)).toBe('The build has no script for login.')
})
