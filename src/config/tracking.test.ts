import { expect, test } from 'vitest'
import { localeCodes, locales } from './locales.ts'
import { tracking } from './tracking.ts'

test.each(localeCodes)(
  '%s has brands, tool ids, a monitoring agent and an application of its own',
  (code) => {
    const { globalBrand, localBrand, analyticsToolIds, monitoringAgentId, applicationId } = tracking[code]
    expect([globalBrand, localBrand].every((brand) => brand !== '')).toBe(true)
    expect(analyticsToolIds).toContain(`bb-locale-${code.toLowerCase()}`)
    expect(analyticsToolIds).toContain(`bb-market-${locales[code].country.toLowerCase()}`)
    expect(monitoringAgentId).toBe(`bb-agent-${locales[code].country.toLowerCase()}`)
    expect(applicationId).toBe(`bb-site-${code.toLowerCase()}`)
  },
)
