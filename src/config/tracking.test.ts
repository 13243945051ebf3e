import { expect, test } from 'vitest'
import type { LocaleCode } from './locales.ts'
import { tracking } from './tracking.ts'

test.each<[LocaleCode, string, string, string, string, string]>([
  ['pt-BR', 'Quebrando Barreiras', 'bb-locale-pt-br', 'bb-market-br', 'bb-agent-br', 'bb-site-pt-br'],
  ['en-GB', 'Breaking Barriers', 'bb-locale-en-gb', 'bb-market-gb', 'bb-agent-gb', 'bb-site-en-gb'],
  ['en-US', 'Breaking Barriers', 'bb-locale-en-us', 'bb-market-us', 'bb-agent-us', 'bb-site-en-us'],
  ['en-AU', 'Breaking Barriers', 'bb-locale-en-au', 'bb-market-au', 'bb-agent-au', 'bb-site-en-au'],
  ['en-NZ', 'Breaking Barriers', 'bb-locale-en-nz', 'bb-market-nz', 'bb-agent-nz', 'bb-site-en-nz'],
  ['es-AR', 'Rompiendo Barreras', 'bb-locale-es-ar', 'bb-market-ar', 'bb-agent-ar', 'bb-site-es-ar'],
  ['es-MX', 'Rompiendo Barreras', 'bb-locale-es-mx', 'bb-market-mx', 'bb-agent-mx', 'bb-site-es-mx'],
  ['es-US', 'Rompiendo Barreras', 'bb-locale-es-us', 'bb-market-us', 'bb-agent-us', 'bb-site-es-us'],
])('%s: local brand %s, tools %s and %s, agent %s, application %s', (code, localBrand, ...ids) => {
  const [own, market, monitoringAgentId, applicationId] = ids
  expect(tracking[code]).toEqual({
    globalBrand: 'Breaking Barriers',
    localBrand,
    analyticsToolIds: [own, market],
    monitoringAgentId,
    applicationId,
  })
})
