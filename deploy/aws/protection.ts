import { CfnCondition, CfnDeletionPolicy, CfnParameter, CfnResource, Fn, type Stack } from 'aws-cdk-lib'
import { CfnLogGroup } from 'aws-cdk-lib/aws-logs'
import { CfnBucket } from 'aws-cdk-lib/aws-s3'
import type { IConstruct } from 'constructs'

/*
 * CloudFormation deletes the resources of a creation that fails, so that it can be tried again. It can delete
 * neither protected nor retained resources. In both functions below, these properties therefore take effect
 * only once a stack has been created.
 */

/**
 * Returns a function that protects a resource from deletion once the stack has been created:
 * `scripts/deploy.ts` then sets the parameter to `on`, and AWS keeps the value. The arguments `on` and `off`
 * are the values of the resource's property `DeletionProtection`.
 */
export const createProtection = (stack: Stack) => {
  const protection = new CfnParameter(stack, 'Protection', {
    description: 'Whether the data of this stack is protected from deletion: `on` once it has been created.',
    allowedValues: ['off', 'on'],
    default: 'off',
  })
  const isOn = new CfnCondition(stack, 'IsProtected', {
    expression: Fn.conditionEquals(protection.valueAsString, 'on'),
  })
  return (resource: IConstruct | undefined, { on, off }: { on: unknown; off: unknown }) => {
    if (!CfnResource.isCfnResource(resource)) throw new Error('Expected a resource with a CfnResource.')
    resource.addPropertyOverride('DeletionProtection', Fn.conditionIf(isOn.logicalId, on, off))
  }
}

export type Protect = ReturnType<typeof createProtection>

/**
 * Whether a resource is a log with a name that AWS chooses. Such a log stays after a failed creation: it may
 * explain the failure, AWS cannot delete a bucket that contains logs, and the name is never needed again.
 */
const isLog = (resource: CfnResource) => {
  const isUnnamed = (name: string | undefined) => resource.stack.resolve(name) === undefined
  if (CfnBucket.isCfnBucket(resource)) return isUnnamed(resource.bucketName)
  return CfnLogGroup.isCfnLogGroup(resource) && isUnnamed(resource.logGroupName)
}

/**
 * Makes AWS delete retained resources, except logs, if the creation of their stack fails. Otherwise their
 * names would already be taken at the next try.
 */
export const retainOnceCreated = (stack: Stack) => {
  for (const resource of stack.node.findAll()) {
    if (!CfnResource.isCfnResource(resource) || isLog(resource)) continue
    const { cfnOptions: options } = resource
    if (options.deletionPolicy === CfnDeletionPolicy.RETAIN)
      options.deletionPolicy = CfnDeletionPolicy.RETAIN_EXCEPT_ON_CREATE
  }
}
