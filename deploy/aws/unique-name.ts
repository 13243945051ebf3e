import { Fn, type Stack } from 'aws-cdk-lib'

/**
 * A name that ends with the stack's unique id. For resources that AWS does not name itself, or whose name may
 * be taken, because a deleted stack leaves its retained resources behind.
 */
export const uniqueName = (stack: Stack, name: string) =>
  `${name}-${Fn.select(2, Fn.split('/', stack.stackId))}`
