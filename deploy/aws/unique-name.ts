import { Fn, type Stack } from 'aws-cdk-lib'

/**
 * Returns a name that ends with the stack's unique id. For resources that need a name from us: a fixed name
 * may already be taken, because a deleted stack leaves its retained resources behind.
 */
export const createUniqueName = (stack: Stack, name: string) =>
  // `stackId` is an ARN that ends with `stack/NAME/ID`.
  `${name}-${Fn.select(2, Fn.split('/', stack.stackId))}`
