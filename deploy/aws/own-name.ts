import { Fn, type Stack } from 'aws-cdk-lib'

/**
 * For what AWS finds no name itself, or not a free one: with the number of this very stack behind it, as one that was deleted
 * leaves behind what it retains.
 */
export const ownName = (stack: Stack, name: string) => `${name}-${Fn.select(2, Fn.split('/', stack.stackId))}`
