import { createElement } from 'react'
import { expect, test } from 'vitest'
import { translateIn } from '../../../i18n/testing/i18n-in.ts'
import { markupIn } from '../../../ui/testing/markup.ts'
import type { DeviceLogQuery } from './device-queries.ts'
import { DeviceScreen } from './device-screen.tsx'
import { AdminRequestError } from '../request-as-admin.ts'

test.each([
  ['was deleted with its customer', '03dae7f7-cc18-4732-b0f0-b240f7e70856', 'not-found', 404],
  ['has no such id, because its address was cut', '03dae7f7-cc18', 'invalid-body', 422],
] as const)('says that a device is gone that %s, without asking to try again', (_, id, code, status) => {
  const error = new AdminRequestError({ code, status })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only what the screen reads of a query
  const query = { data: undefined, error, refetch: async () => undefined } as unknown as DeviceLogQuery
  const shown = markupIn('pt-BR', createElement(DeviceScreen, { id, query, now: 0 }))
  const t = translateIn('pt-BR')
  expect(shown).toContain(t('admin.detail.gone'))
  expect(shown).not.toContain(t('error.notFound'))
  expect(shown).not.toContain(t('common.retry'))
})
