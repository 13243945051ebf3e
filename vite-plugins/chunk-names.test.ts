import { expect, test } from 'vitest'
import { getChunkName } from './chunk-names.ts'

const everyone = 'assets/[name]-[hash].js'
const admins = 'assets/admin-[name]-[hash].js'

test.each([
  [['/app/src/routes/$locale/admin/programme.tsx?tsr-split=component'], admins],
  [['/app/node_modules/x/index.js', '/app/src/features/admin/programme/bar-table.tsx'], admins],
  [['C:\\app\\src\\features\\admin\\sync-list.tsx'], admins],
  [['/app/src/features/admin/admin-only.ts', '/app/src/ui/button.tsx'], everyone],
  [['/app/src/contract/product-api/admin/roles-api.ts'], admins],
  // Routes read their search params with these.
  [['/app/src/contract/product-api/admin/admin-filters.ts'], everyone],
  [['/app/src/features/files/files-screen.tsx'], everyone],
  [['/app/node_modules/react/index.js'], everyone],
])('a chunk of %j is named %s', (moduleIds, name) => {
  expect(getChunkName({ moduleIds })).toBe(name)
})

test('a chunk of a route for admins is named so, whatever it contains', () => {
  const facadeModuleId = '/app/src/routes/$locale/admin/rescue.tsx?tsr-split=component'
  const moduleIds = [facadeModuleId, '/app/src/features/rescue/import-screen.tsx']
  expect(getChunkName({ facadeModuleId, moduleIds })).toBe(admins)
})
