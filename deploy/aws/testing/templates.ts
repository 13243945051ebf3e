import * as v from 'valibot'
import { Stack } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { poolRegions } from '../user-pools.ts'
import { deployed, synthesise } from './synthesise.ts'

/** The stacks from the example's settings, for most tests. */
export const stacks = synthesise(deployed)

export const getTemplate = (name: string) => Template.fromStack(stacks.get(name) ?? new Stack())

export const product = getTemplate('BreakingBarriers')
export const storage = getTemplate('BreakingBarriersStorage')
export const poolStacks = [...new Set(Object.values(poolRegions))].map(
  (region) => `BreakingBarriersPools-${region}`,
)

export const findProperties = (template: Template, type: string): Record<string, unknown>[] =>
  Object.values<{ Properties?: Record<string, unknown> }>(template.findResources(type)).map(
    ({ Properties = {} }) => Properties,
  )

/** A property's value with the parameter `Protection` on and off. */
export const onceProtected = (on: unknown, off: unknown) => ({ 'Fn::If': ['IsProtected', on, off] })

/** Returns the rules that allow connections to the database. */
export const databaseIngressRules = () =>
  Object.fromEntries(
    Object.entries(product.findResources('AWS::EC2::SecurityGroupIngress')).filter(
      ([, { Properties }]) => !String(Properties.Description).includes('Load balancer'),
    ),
  )

const joinSchema = v.object({ 'Fn::Join': v.tuple([v.string(), v.array(v.unknown())]) })

/** Returns a text in which names stand for values that AWS fills in later. */
export const toText = (value: unknown): string => {
  if (typeof value === 'string') return value
  if (v.is(joinSchema, value)) {
    const [separator, parts] = value['Fn::Join']
    return parts.map(toText).join(separator)
  }
  return `<${JSON.stringify(value).replaceAll('"', '')}>`
}

const containersSchema = v.array(
  v.looseObject({ Name: v.string(), Environment: v.optional(v.array(v.object({ Value: v.unknown() })), []) }),
)

/** The container that collects the metrics in each task of the server. */
export const collector = findProperties(product, 'AWS::ECS::TaskDefinition')
  .flatMap(({ ContainerDefinitions }) => v.parse(v.fallback(containersSchema, []), ContainerDefinitions))
  .find(({ Name }) => Name === 'collector')

export const collectorConfig: unknown = JSON.parse(toText(collector?.Environment[0]?.Value ?? ''))
