import { expect, test } from 'vitest'
import { routePatterns } from '../../config/pages.ts'
import { roles, type Role } from '../../contract/roles.ts'
import { adminPages, findAdminPage, getFirstPage, listPages, canCall } from './admin-pages.ts'

test.each<[Role, string[]]>([
  ['coach', []],
  ['viewer', ['admin/programme', 'admin/health']],
  ['supporter', ['admin/programme', 'admin/sync', 'admin/health', 'admin/rescue']],
  [
    'manager',
    ['admin/programme', 'admin/sync', 'admin/health', 'admin/rescue', 'admin/roles', 'admin/delete-account'],
  ],
])('a %s sees the pages %j', (role, pages) => {
  expect(listPages(role).map(({ to }) => to)).toEqual(pages)
})

test.each([
  ['programmeTexts', ['supporter', 'manager']],
  ['programmeExport', ['manager']],
  ['export', ['manager']],
  ['syncExport', ['supporter', 'manager']],
  ['eraseCustomer', ['manager']],
  ['giveRole', ['manager']],
] as const)('the call %s is for %j', (call, allowed) => {
  expect(roles.filter((role) => canCall(role, call))).toEqual(allowed)
})

test('the admin area begins with the devices, or with the programme for those who may not see devices', () => {
  expect(roles.map(getFirstPage)).toEqual(['admin/programme', 'admin/programme', 'admin/sync', 'admin/sync'])
})

test.each([
  ['admin/sync', 'admin/sync'],
  ['admin/sync/03dae7f7', 'admin/sync'],
  ['Admin/Roles/', 'admin/roles'],
  ['admin/synchronous', undefined],
  ['admin', undefined],
])('the page of %s is %s', (path, page) => {
  expect(findAdminPage(path)?.to).toBe(page)
})

test('every route of admins is one of these pages or below it', () => {
  const paths = routePatterns.map((pattern) => pattern.replace('/$locale/', ''))
  const unknown = paths.filter((path) => /^admin\/./.test(path) && !findAdminPage(path))
  expect(unknown).toEqual([])
  expect(adminPages.map(({ to }) => to).filter((to) => !paths.some((path) => path.startsWith(to)))).toEqual(
    [],
  )
})
