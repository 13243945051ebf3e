import { App } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { describe, expect, test } from 'vitest'
import { createNetwork, FixedZonesStack } from './network.ts'
import { parseSettings, type Settings } from './settings.ts'
import { settings } from './testing/synthesise.ts'
import { product, findProperties } from './testing/templates.ts'

describe('the network', () => {
  const listZones = (template: Template) =>
    findProperties(template, 'AWS::EC2::Subnet').map((subnet) => [
      subnet['AvailabilityZoneId'],
      subnet['AvailabilityZone'],
    ])

  test.each<[string, Settings['zones'] | undefined]>([
    ['AWS counts, which mean the same in each account', undefined],
    ['the settings name', ['use1-az4', 'use1-az6']],
  ])('uses the two zones that %s', (_what, zones) => {
    const stack = new FixedZonesStack(new App(), 'Network', { env: { region: 'us-east-1' } })
    if (zones) createNetwork(stack, { ...settings, zones })
    const template = zones ? Template.fromStack(stack) : product
    const [one, other] = zones ?? ['use1-az1', 'use1-az2']
    expect(listZones(template)).toEqual(
      Array.from({ length: 3 }, () => [
        [one, undefined],
        [other, undefined],
      ]).flat(),
    )
  })

  test.each([
    ['a zone that CloudFront does not reach', ['use1-az1', 'use1-az3']],
    ['one zone twice', ['use1-az1', 'use1-az1']],
    ['one zone', ['use1-az1']],
    ['names, as they mean others in each account', ['us-east-1a', 'us-east-1b']],
  ])('refuses %s', (_what, zones) => {
    expect(() => parseSettings({ ...settings, zones })).toThrow('zones')
  })
})
