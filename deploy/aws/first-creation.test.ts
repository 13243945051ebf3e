import { describe, expect, test } from 'vitest'
import { deployed, synthesise } from './testing/synthesise.ts'
import { poolStacks, product, findProperties, stacks, getTemplate } from './testing/templates.ts'

type Resource = { Type: string; DeletionPolicy?: string; Properties?: Record<string, unknown> }

describe('a first creation that fails', () => {
  const all = [...stacks.keys()]

  const keptBy = (name: string) => {
    const template = getTemplate(name).toJSON() as { Resources: Record<string, Resource> }
    return Object.entries(template.Resources).filter(([, found]) => found.DeletionPolicy === 'Retain')
  }

  test.each(all)('%s: leaves only logs, which do not block the next creation', (name) => {
    for (const [, { Type, Properties }] of keptBy(name)) {
      expect(['AWS::S3::Bucket', 'AWS::Logs::LogGroup']).toContain(Type)
      expect(Properties).not.toHaveProperty('BucketName')
      expect(Properties).not.toHaveProperty('LogGroupName')
    }
  })

  test('keeps the log of the tasks, which says why they did not start', () => {
    const kept = keptBy('BreakingBarriers').map(([id]) => id.replace(/[\dA-F]{8}$/, ''))
    expect(kept).toEqual(expect.arrayContaining(['AccessLogs', 'ServerLog']))
  })

  test('can be deleted and tried again; after a successful creation, deletion protection applies', () => {
    const created = synthesise({ ...deployed, product: { siteAddress: 'd111.cloudfront.net' } })
    expect(stacks.get('BreakingBarriers')?.terminationProtection).toBe(false)
    expect(created.get('BreakingBarriers')?.terminationProtection).toBe(true)
    const guarded = all.filter((name) => 'Protection' in getTemplate(name).findParameters('*'))
    expect(guarded).toEqual([...poolStacks, 'BreakingBarriers'])
    for (const name of guarded) getTemplate(name).hasParameter('Protection', { Default: 'off' })
    const [balancer] = findProperties(product, 'AWS::ElasticLoadBalancingV2::LoadBalancer')
    expect(JSON.stringify(balancer)).not.toContain('"deletion_protection.enabled","Value":"true"')
  })

  test('uses no name that must be unique, except for the bucket that the app is built with', () => {
    for (const [type, property] of [
      ['AWS::Logs::LogGroup', 'LogGroupName'],
      ['AWS::Backup::BackupVault', 'BackupVaultName'],
    ] as const) {
      const names = findProperties(product, type).flatMap((found) => found[property] ?? [])
      expect(names.length).toBeGreaterThan(0)
      for (const found of names) expect(JSON.stringify(found)).toContain('AWS::StackId')
    }
  })
})
