import { describe, expect, test } from 'vitest'
import { parseOutputs } from './outputs.ts'
import { createServerEnvironment, createSiteVariables } from './product-environment.ts'
import { parseSettings, assertMaintenanceNotOver, variablesOfStacks } from './settings.ts'
import { deployed, settings, synthesise } from './testing/synthesise.ts'
import { poolStacks, stacks, getTemplate } from './testing/templates.ts'

describe('the stacks', () => {
  test('are created in order, as each needs what AWS chose for the previous one', () => {
    expect([...synthesise({}).keys()]).toEqual(poolStacks)
    expect([...synthesise({ pools: deployed.pools }).keys()]).toEqual([
      ...poolStacks,
      'BreakingBarriersStorage',
    ])
    expect([...stacks.keys()]).toEqual([...poolStacks, 'BreakingBarriersStorage', 'BreakingBarriers'])
  })

  test('output everything that the next one reads', () => {
    const outputs = Object.fromEntries(
      [...stacks.keys()].map((name) => [
        name,
        Object.fromEntries(
          Object.keys(getTemplate(name).findOutputs('*')).map((output) => [output, `the ${output}`]),
        ),
      ]),
    )
    const { pools, files } = parseOutputs(outputs)
    expect(pools?.NZ).toEqual({ userPoolId: 'the UserPoolIdNZ', webClientId: 'the WebClientIdNZ' })
    expect(files?.developerKeyArn).toBe('the DeveloperKeyArn')
  })

  test.each(['account', 'domain', 'copies', 'codeSender'])('require the setting %s', (name) => {
    expect(() => parseSettings({ ...settings, [name]: undefined })).toThrow(name)
  })

  test.each<[string, object]>([
    ['VITE_SECRET', { variables: { ...settings.variables, VITE_SECRET: 'x' } }],
    ['VITE_STORAGE_BUCKET', { variables: { ...settings.variables, VITE_STORAGE_BUCKET: 'mine' } }],
    ['copies.most', { copies: { least: 2, most: 2.5 } }],
    ['copies', { copies: { least: 4, most: 3 } }],
    ['copies', { copies: { least: 2, most: 12 }, server: { DATABASE_CONNECTIONS: 80 } }],
    ['maintenanceUntil: must be a moment', { maintenanceUntil: 'tonight' }],
    ['maintenanceUntil: must be on a day', { maintenanceUntil: '2026-02-30T03:00:00Z' }],
    ['developerKeys', { developerKeys: [1, 1] }],
    ['certificateArn', { certificateArn: settings.certificateArn.replace('123456789012', '210987654321') }],
  ])('are not created with a wrong %s, and the error names it', (name, wrong) => {
    expect(() => parseSettings({ ...settings, ...wrong })).toThrow(name)
  })

  test('are not created for a past maintenance, but for one that ends during the creation', () => {
    const given = parseSettings({ ...settings, maintenanceUntil: '2026-11-26T03:00:00Z' })
    expect(() => assertMaintenanceNotOver(given, new Date('2026-11-26T03:00:00Z'))).toThrow(
      'maintenanceUntil: 2026-11-26T03:00:00Z is over; take it out, or name a later moment',
    )
    expect(() => assertMaintenanceNotOver(given, new Date('2026-11-26T02:59:59Z'))).not.toThrow()
    expect(() => assertMaintenanceNotOver(settings, new Date())).not.toThrow()
  })

  test.each(['coaches.example.org', 'treinadores.xn--p1ai'])('accept the domain %s', (domain) => {
    expect(parseSettings({ ...settings, domain })).toMatchObject({ domain })
  })

  test('list the variables that no operator may set', () => {
    const { PUBLIC_ORIGIN: _, ...made } = createSiteVariables(settings, deployed)
    const own = Object.keys(made).filter((name) => !(name in settings.variables))
    expect(own.toSorted()).toEqual(variablesOfStacks.toSorted())
  })

  test('are not created when the address of a service is missing', () => {
    const { VITE_CONSENT_ADDRESS: _, ...variables } = settings.variables
    expect(() => createServerEnvironment({ ...settings, variables }, deployed)).toThrow(
      'VITE_CONSENT_ADDRESS',
    )
  })

  test('contain no secret: secrets are created or added at AWS', () => {
    const all = [...stacks.keys()].map((name) => JSON.stringify(getTemplate(name).toJSON())).join('')
    expect(all).not.toMatch(/AKIA|BEGIN [A-Z ]*PRIVATE KEY|:\/\/[^/"@]+:[^/"@]+@/)
  })
})
