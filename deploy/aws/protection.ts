import { CfnCondition, CfnDeletionPolicy, CfnParameter, CfnResource, Fn, type Stack } from 'aws-cdk-lib'
import { CfnLogGroup } from 'aws-cdk-lib/aws-logs'
import { CfnBucket } from 'aws-cdk-lib/aws-s3'
import type { IConstruct } from 'constructs'

/**
 * What a stack holds is protected once it was created (`scripts/deploy.ts` then says `on`, and AWS remembers it): what is
 * protected from the start cannot be rolled back, and a creation that failed could not be tried again.
 */
export const createProtection = (stack: Stack) => {
  const protection = new CfnParameter(stack, 'Protection', {
    description: 'Whether the data of this stack is protected from deletion: on, once the stack was created.',
    allowedValues: ['off', 'on'],
    default: 'off',
  })
  const isOn = new CfnCondition(stack, 'IsProtected', {
    expression: Fn.conditionEquals(protection.valueAsString, 'on'),
  })
  return (resource: IConstruct | undefined, { on, off }: { on: unknown; off: unknown }) => {
    if (!CfnResource.isCfnResource(resource)) throw new Error('There is nothing to protect.')
    resource.addPropertyOverride('DeletionProtection', Fn.conditionIf(isOn.logicalId, on, off))
  }
}

export type Protect = ReturnType<typeof createProtection>

/**
 * Logs say why a creation failed, and a bucket of them is not empty by then and could not be deleted. Where the name is AWS's own, it
 * is never taken.
 */
const isLog = (resource: CfnResource) => {
  const isUnnamed = (name: string | undefined) => resource.stack.resolve(name) === undefined
  if (CfnBucket.isCfnBucket(resource)) return isUnnamed(resource.bucketName)
  return CfnLogGroup.isCfnLogGroup(resource) && isUnnamed(resource.logGroupName)
}

/** What outlives its stack does not outlive a creation that failed: its name would be taken the next time. */
export const retainOnceCreated = (stack: Stack) => {
  for (const resource of stack.node.findAll()) {
    if (!CfnResource.isCfnResource(resource) || isLog(resource)) continue
    const { cfnOptions: options } = resource
    if (options.deletionPolicy === CfnDeletionPolicy.RETAIN)
      options.deletionPolicy = CfnDeletionPolicy.RETAIN_EXCEPT_ON_CREATE
  }
}
