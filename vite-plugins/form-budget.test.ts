import { expect, test } from 'vitest'
import { listFormScripts } from './form-budget.ts'

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
